"""The rule detector: catalogue as data, engine, validators, key context, names without a model."""
