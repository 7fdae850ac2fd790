"""Object keys that published trace formats use. A key outside this table may be data and is never printed."""

from __future__ import annotations

KNOWN_KEYS = frozenset(
    """
    _meta action action_id actions additional_kwargs agent aggregatedOutput answer apiCalls args arguments artifact
    assistant attachments attributes body call call_id candidates caption category choices chosen chosen_messages
    code command comment completion content content_block contents context conversation conversations custom_id data
    delta description detail details document error errors errorText event events exception explanation extras
    feedback final function function_call function_calls function_name functionCall functionResponse gen_ai
    generations history human id image_url index info inlineData input inputs inputs_preview instruction
    instructions invalid_tool_calls item items json jsonrpc key kind kvlistValue kwargs label labels line lines llm
    llm_message log logs markdown message message_content messages messages_display metadata method model
    model_parameters model_response name note notes observation observations output outputs outputs_preview params
    part partial_json parts payload plan prompt query question questions raw_data reason reasoning reasoning_content
    refusal rejected rejected_messages request resource resourceSpans response responses result results reward_info
    role rows samples scope scopeSpans scores session solution source span span_data spans state status
    status_message statusMessage stderr stdout step steps stringValue structuredContent subject submission summary
    system systemInstruction tags target task text texts thinking thought thoughts title tool tool_call
    tool_call_metadata tool_calls tool_name tool_result tool_results tool_use toolCalls toolInvocation
    toolInvocations toolName toolResult tools toolUse toolUseResult trace traces traj trajectory transcript turn
    turns type uri url usage user value values
    """.split()
)
