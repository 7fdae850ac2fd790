"""Key context as data: which object keys say what their value is. Whole keys only, compared without case and style.

`patientName`, `patient-name`, `patient name` and `PATIENT_NAME` are one key, `patient_name`; `name_of_tool` and
`max_tokens` are others and stand in no row.
"""

# ruff: noqa: E501 - tables, one row a line
from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from openmed_beam.redactors.rules.validators import placeholder


class KeyRule(NamedTuple):
    """What a key says of its value: a label, the shape that the value must have, and whether it spreads."""

    label: str
    shape: str
    spread: bool = True


_WHO = (
    "patient", "customer", "user", "client", "member", "contact", "employee", "owner", "guest", "passenger", "student",
    "guardian", "recipient", "sender", "subscriber", "applicant", "beneficiary", "buyer", "seller", "cardholder", "payer",
    "emergency_contact", "next_of_kin", "spouse", "parent", "provider", "physician", "doctor", "nurse", "attendee",
    "author", "person", "resident", "tenant", "borrower", "driver", "candidate", "traveler", "traveller",
)  # fmt: skip
_WHERE = ("home", "work", "office", "mobile", "cell", "primary", "secondary", "billing", "shipping", "mailing",
          "delivery", "residential", "business", "personal", "permanent", "current", "alternate", "emergency")  # fmt: skip

#: label, shape -> keys. `+who` and `+where` add each key behind every word of those lists.
_ROWS: tuple[tuple[str, str, str, str], ...] = (
    ("NAME", "given_name", "first_name firstname given_name last_name lastname surname family_name middle_name full_name"
     " fullname maiden_name preferred_name legal_name fname lname nombre apellido apellidos nombre_completo prenom"
     " nom_de_famille nom_complet vorname nachname familienname cognome nome_completo sobrenome voornaam achternaam imie"
     " nazwisko name_on_card cardholder account_holder account_holder_name holder_name mothers_maiden_name"
     " mother_maiden_name father_name mother_name patient_full_name signed_by attending_physician referring_physician"
     " primary_care_physician caller_name insured_name policyholder_name display_name_full naam vollstaendiger_name"
     " person_name contact_person given_names accountholder beneficiary_name payee payee_name titular inhaber kontoinhaber titulaire intestatario titolare rekeninghouder posiadacz emp_name empname employee_fullname patientname patient_nm membername subscriber_name name_of_patient name_of_insured insured_full_name holder card_holder card_holder_name drivers_name nachname_vorname name_vorname nombre_y_apellidos nombre_apellidos apellidos_nombre nombre_paciente nombre_del_paciente nom_patient nom_prenom prenom_nom nome_paciente nome_paziente cognome_nome nome_cognome imie_i_nazwisko imie_nazwisko fornavn etternavn efternavn fornamn efternamn etunimi sukunimi tussenvoegsel_achternaam roepnaam name_first name_last name_family name_given pt_name pat_name pax pax_name", "who:name first_name last_name full_name"),
    ("NAME", "person", "name patient customer client attending physician provider passenger employee assignee reporter"
     " author sender recipient contact cc attn attention prepared_by requested_by assigned_to created_by approved_by"
     " signed emp insured policy_holder policyholder claimant guardian spouse caller owner member nom nome nombre_cliente display_name real_name doctor"
     " passenger_name traveler guest approver manager supervisor reviewer guarantor emergency_contact next_of_kin subscriber subject_display patient_display practitioner_display"
     " performer_display author_display recorder_display asserter_display requester_display general_practitioner_display"
     " individual_display actor_display", ""),
    ("EMAIL", "email", "email e_mail mail email_address emailaddress correo correo_electronico courriel mail_address",
     "who:email where:email"),
    ("PHONE", "phone", "phone phone_number phonenumber telephone telephone_number tel mobile mobile_number mobile_phone"
     " cell cellphone cell_phone cell_number fax fax_number contact_number contact_phone whatsapp whatsapp_number callback"
     " callback_number phone_no mobile_no tel_no msisdn telefon telefono telefone handy handynummer mobil celular movil"
     " portable gsm sms sms_number landline day_phone evening_phone daytime_phone phone1 phone2 ph ph_no caller_id"
     " sms_to text_to call_to tfno tlf tlfn telno telnr mob mobil_nr mobilnr mobilnummer mobielnummer gsm_nummer kontakt_telefon contact_no contactno contactnumber phoneno mobileno mobilenumber telefone_celular telefono_movil tel_portable telephone_portable cel cellular alt_phone altphone other_phone sms_phone recipient_phone recovery_phone notify_phone phone_home phone_work phone_mobile phone_cell home_ph work_ph phone_e164 e164 caller_number from_number to_number telefonnummer rufnummer numero_de_telephone telecom_value", "who:phone phone_number mobile"
     " where:phone phone_number telephone fax"),
    ("SSN", "ssn", "ssn social_security social_security_number socialsecuritynumber ss_number ss_no us_ssn tax_id tin itin"
     " taxpayer_id soc_sec_no social ssn_tin ssn_full ssn_no ssn_number ssnumber social_sec social_sec_no social_security_no taxid individual_tin", "who:ssn"),
    ("NATIONAL_ID", "any_id", "national_id national_id_number nino national_insurance_number aadhaar aadhaar_number"
     " aadhar cpf cnpj curp rfc dni nie nif nir bsn pesel personnummer codice_fiscale steuer_id sin tfn tax_file_number tax_file_no nric fin my_number"
     " id_card_number identity_number resident_id rrn ni_number ni_no nif_nie numero_dni num_secu numero_securite_sociale num_ss nss insee social_insurance_number social_insurance_no sin_number cpf_cnpj ppsn_number personal_id personal_identity_number personal_code fodselsnummer cpr_nummer cpr_number henkilotunnus tax_number hetu cpr ppsn pps_number ahv national_identifier citizen_id"
     " emirates_id id_number government_id", ""),
    ("CREDIT_CARD", "card", "card_number cardnumber credit_card credit_card_number creditcard creditcardnumber cc_number"
     " ccnumber cc_num pan card_no debit_card debit_card_number payment_card card payment_card_number primary_account_number", ""),
    ("CREDIT_CARD", "last_four", "last_four last4 last_4 card_last4 card_last_four last_four_digits card_last_four_digits", ""),
    ("SSN", "last_four", "ssn_last4 ssn_last_4 ssn_last_four last4_ssn last_4_ssn last_four_ssn ssn4 last_four_of_ssn", ""),
    ("IBAN", "iban", "iban iban_number", ""),
    ("BANK_ACCOUNT", "account", "account_number accountnumber bank_account bank_account_number acct acct_no acct_number"
     " account_no routing_number routing aba aba_number sort_code sortcode bsb clabe kontonummer konto account_num"
     " checking_account savings_account numero_de_cuenta num_cuenta cuenta cuenta_bancaria conta_corrente numero_conto bank_acct bank_acct_no acc_no acc_number accountno account_nr acctno ifsc ifsc_code bank_routing routing_no rtn bank_code_number konto_nr kontonr rekeningnummer numer_konta beneficiary_account payee_account iban_or_account", ""),
    ("NHS_NUMBER", "nhs", "nhs nhs_number nhs_no nhsnumber", ""),
    ("MRN", "record", "mrn medical_record medical_record_number medicalrecordnumber medical_record_no patient_id patientid"
     " patient_number patient_no patient_identifier patient_mrn hospital_number hospital_no chart_number chart_no"
     " chart_id member_id memberid member_number subscriber_id subscriber_number insurance_id insurance_number"
     " insurance_member_id policy_number policy_no policy_id health_plan_id health_plan_number beneficiary_id"
     " beneficiary_number medicare_number medicare_id medicaid_id medicaid_number mbi hicn health_card_number"
     " encounter_id encounter_number visit_number accession_number group_number health_insurance_number"
     " pat_id pt_id versichertennummer patientennummer numero_de_historia historia_clinica ehr_id emr_id ur_number identifier_value insured_id claim_number csn patient_account_number pat_mrn mrn_no mrn_number mr_no mr_number record_no hosp_no hosp_num hospital_id hospital_mrn uhid chi chi_number phn personal_health_number health_number health_card health_card_no hcn ohip nhc historia prontuario num_prontuario ipp fallnummer patienten_id patienten_nr patientnr patientnummer patient_nr insured_id_number insured_number ins_id insurance_no insurance_policy insurance_policy_number member_no memberno membernumber memb_id mem_id subscriberid sub_id policyno policynumber policy_num polisnummer poliza numero_poliza num_poliza claim_no claim_id claimnumber claimno medicare_no medicaid_no unit_number abha abha_number abha_id cartao_sus account_mrn visit_id csn_id acct_mrn study_subject_id", ""),
    ("NPI", "npi", "npi npi_number npi_no provider_npi rendering_npi billing_npi referring_npi attending_npi ordering_npi prescriber_npi facility_npi", ""),
    ("DEA", "dea", "dea dea_number dea_no", ""),
    ("PASSPORT", "passport", "passport passport_number passport_no passportnumber", ""),
    ("DRIVER_LICENSE", "licence", "driver_license drivers_license driver_license_number drivers_license_number dl_number"
     " driving_licence driving_licence_number license_number licence_number dln certificate_number medical_license driverslicense driverlicense dl_no licence_no license_no drivers_licence drivers_licence_number fuhrerschein", ""),
    ("VEHICLE_ID", "vin", "vin vehicle_identification_number vin_number", ""),
    ("VEHICLE_ID", "plate", "license_plate licence_plate plate plate_number number_plate registration_plate"
     " vehicle_registration vehicle_reg car_reg reg_plate reg_number kennzeichen kenteken matricula plate_no plates license_plate_number", ""),
    ("DEVICE_ID", "any_id", "imei imei_number serial_number serial_no device_serial device_serial_number udi meid", ""),
    ("BIOMETRIC_ID", "any_id", "fingerprint_id biometric_id voiceprint_id face_id retina_id iris_id", ""),
    ("DOB", "birth", "dob pat_dob pt_dob birth_dt date_birth date_of_birth dateofbirth birthdate birth_date birthday birth_day born fecha_de_nacimiento"
     " fecha_nacimiento geburtsdatum date_de_naissance data_de_nascimento data_di_nascita geboortedatum geb_datum geb_dat gebdatum geburtstag fecha_nac fec_nac fecnac f_nac fnac f_nacimiento date_naissance ddn date_nais data_nascimento data_nasc dt_nascimento dt_nasc data_nascita data_urodzenia fodselsdato fodselsdag fodelsedatum syntymaaika birth_date_str bdate bday birth dt_birth dt_of_birth birthdt", "who:dob"
     " date_of_birth birth_date birthdate"),
    ("MAC", "mac", "mac mac_address macaddress hwaddr hardware_address bssid", ""),
    ("STREET_ADDRESS", "address", "address address1 address2 address_1 address_2 address_line address_line1 address_line2"
     " address_line_1 address_line_2 addr addr1 addr2 street street_address street1 street2 street_line1 street_line_1"
     " line1 line2 full_address postal_address direccion domicilio adresse anschrift strasse indirizzo endereco adres"
     " add1 add2 addressline1 addressline2 addressline streetaddress addr_line1 addr_line_1 addr_line2 mailing_addr residence home_addr res_address perm_address adresse1 adresse_postale adresse_ligne1 calle_y_numero rua logradouro endereco_completo indirizzo_residenza ulica ulica_numer adres_zamieszkania adressezeile gateadresse gatuadress katuosoite po_box street_name_and_number address_full", "who:address where:address street street_address"),
    ("STREET_ADDRESS", "postcode", "zip zip_code zipcode postal_code zip5 zip_5 zippostal postcode_zip", ""),
    ("SECRET", "password", "mot_de_passe_provisoire mot_de_passe_temporaire contraseña_temporal senha_provisoria senha_temporaria"
     " tijdelijk_wachtwoord mot_de_passe motdepasse clave parola haslo hasło heslo lösenord losenord adgangskode salasana пароль 密码 パスワード"
     " 비밀번호 şifre sifre kata_sandi mật_khẩu", ""),
    ("SECRET", "token", "secret_key_base master_key_base cookie_secret_key connection_key recovery_key recovery_code backup_code seed_phrase", ""),
    ("SECRET", "pin", "pin pin_code pin_number passcode otp otp_code one_time_code mfa_code verification_code cvv cvc"
     " security_code", ""),
    ("NAME", "given_name", "last_first lastfirst first_last lastname_firstname firstname_lastname surname_forename surname_forenames surname_initials forename forenames first_nm last_nm middle_nm"
     " frst_nm lst_nm nm_first nm_last firstnm lastnm f_name l_name full_nm fullnm patient_last_first pt_last_first emp_last_first student_last_first member_last_first legal_first_name legal_last_name"
     " preferred_first_name primer_apellido segundo_apellido primer_nombre prenoms noms_prenoms", ""),
    ("NAME", "person", "applicant claimant_name resident participant_name witness witness_name trustee trustee_name cardholder_nm bearer testator grantor grantee notary landlord lessee interpreter", ""),
    ("MRN", "record", "patient_ref patient_reference patient_code patient_num patient_key patientref patientcode pat_ref pat_code pat_no pat_num pt_ref pt_no pt_num pt_mrn client_mrn mr_num medical_id"
     " medical_ref health_id health_no healthcard hospital_ref hosp_id case_mrn participant_ref enrollee_id enrollee_number insuree_id medical_rec_no med_rec_no med_record_no patientenkennung"
     " cod_paciente id_paciente codigo_paciente id_paziente codice_paziente num_patient id_patient patient_nummer id_pacjenta nr_pacjenta", ""),
    ("DEVICE_ID", "any_id", "udid device_udid imsi iccid esn eid_number android_id idfa idfv gaid aaid oaid ssaid advertising_id advertising_identifier vendor_identifier device_uuid hardware_uuid service_tag adid hardware_id hwid device_sn pump_serial pacemaker_serial implant_serial"
     " ventilator_serial handset_serial laptop_serial phone_serial serialno serialnumber serial_num device_serialnumber numero_de_serie"
     " seriennummer numero_serie numero_di_serie serienummer", ""),
    ("PASSPORT", "passport", "passport_id passport_num passportno travel_document_number travel_document_no passnummer reisepassnummer reisepass_nr numero_passeport numero_pasaporte num_pasaporte"
     " numero_passaporto paspoortnummer pasaporte passeport passaporto", ""),
    ("SECRET", "password", "psk wpa_psk wpa_passphrase wifi_psk wifi_key wlan_key wpa_key pre_shared_key preshared_key requirepass masterauth masterpass bindpw rootpw olcrootpw sasl_passwd", ""),
    ("USERNAME", "username", "username user_name login login_name screen_name handle", ""),
)  # fmt: skip

_SECRET_LAST = {
    "password": "password", "passwd": "password", "pwd": "password", "passphrase": "password", "passwort": "password",
    "pass": "password", "pw": "password", "contrasena": "password", "contraseña": "password", "kennwort": "password",
    "mdp": "password", "senha": "password", "wachtwoord": "password", "secret": "token", "token": "token",
    "apikey": "token", "secrets": "token", "credential": "token", "credentials": "token", "jwt": "token",
    "authtoken": "token", "accesstoken": "token", "secretkey": "token", "accesskey": "token", "privatekey": "token",
    "pat": "token", "clientsecret": "token",
}  # fmt: skip
_SECRET_KEYS = frozenset(
    "api access secret private encryption signing auth account shared master service subscription license role sas"
    " storage webhook deploy client app application admin session decryption hmac aes ssh root server anon".split()
)
#: Words before `token` that say that it is a place in a list or a piece of text.
_NO_SECRET = frozenset(
    "page next prev previous continuation cursor sync max min num number count total prompt completion input output eos"
    " bos pad unk sep cls mask stop special start end first last text new nextpage line word string cancellation"
    " forget public key idempotency cancel resume position change delta".split()
)
#: Names of passwords in one word.
_JOINED = frozenset(
    f"{word}pass"
    for word in "pg db user smtp mysql root admin ftp key store mail redis ldap auth login wifi proxy http".split()
)
_ALONE = frozenset({"pass", "pw", "secrets", "credentials", "credential", "pat"})


#: Keys that stand in a table in more than one state (`ssn_raw`, `phone_old`), and the words for these.
_QUALIFIED = "ssn dob mrn phone phone_number email iban card_number account_number passport_number nhs_number date_of_birth".split()
_STATES = "raw plain clear cleartext plaintext orig original unmasked full old new prev previous norm normalized formatted".split()


def _expand() -> dict[str, KeyRule]:
    table: dict[str, KeyRule] = {}
    for label, shape, keys, more in _ROWS:
        rule = KeyRule(label, shape)
        names = keys.split()
        for part in re.findall(r"(who|where):((?:[a-z_0-9]+ ?)+?)(?= (?:who|where):|$)", more):
            for base in part[1].split():
                names += [f"{word}_{base}" for word in (_WHO if part[0] == "who" else _WHERE)]
        for key in names:
            table.setdefault(key, rule)
    for key in _QUALIFIED:
        table |= {f"{key}_{state}": table[key] for state in _STATES if f"{key}_{state}" not in table}
    table["name"] = KeyRule("NAME", "person")
    for key in ("last_four", "last4", "last_4", "card_last4", "zip", "zip_code", "zipcode", "postal_code", "pin"):
        table[key] = table[key]._replace(spread=False)
    return table


#: normalised key -> rule.
KEY_RULES: dict[str, KeyRule] = _expand()

#: `name` below one of these keys is a person's, whatever its words.
PERSON_PARENTS = frozenset(_WHO) | frozenset(
    "patients customers users clients members contacts employees passengers saved_passengers guests recipients"
    " beneficiaries name profile attendees people persons person".split()
)

#: Keys that say nothing alone, but do with the key above them: `name.family`, `telecom.value`, `subject.display`.
KEYS_WITH_PARENT = frozenset(("family", "given", "value", "val", "line", "display"))

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_NOT_WORD = re.compile(r"[^\w]+|_+")


@lru_cache(maxsize=8192)
def normal_key(key: str) -> str:
    """A key in lower snake case: `patientName`, `Patient Name` and `PATIENT-NAME` give `patient_name`."""
    return _NOT_WORD.sub("_", _CAMEL.sub("_", key)).strip("_").lower()


@lru_cache(maxsize=8192)
def key_rule(key: str) -> KeyRule | None:
    """The rule of a whole key, or None."""
    if len(key) > 80:
        return None
    normal = normal_key(key)
    found = KEY_RULES.get(normal) or secret_key(normal)
    return found if found is not None or " " in key else _composed(normal)


#: Keys that mean the same behind any word (`spouse_ssn`, `primary_insured_dob`), but for the accounts of clouds.
_CLOUDS = frozenset(("aws", "gcp", "azure", "cloud"))
_ANYWHERE = frozenset(
    "ssn dob date_of_birth birth_date birthdate mrn iban nhs_number passport_number phone_number phone_no mobile_number"
    " email email_address card_number credit_card_number account_number routing_number member_id policy_number"
    " license_number social_security_number tax_id street_address".split()
)


def _composed(normal: str) -> KeyRule | None:
    """The rule of a key with more words before it than the table has."""
    words = normal.split("_")
    tails = ("_".join(words[at:]) for at in range(1, len(words)))
    return next((KEY_RULES[tail] for tail in tails if tail in _ANYWHERE and words[0] not in _CLOUDS), None)


def secret_key(normal: str) -> KeyRule | None:
    """The rule of a normalised key that names a secret: its last word says so and no other word denies it."""
    words = normal.split("_")
    last = words[-1]
    shape = _SECRET_LAST.get(last)
    if shape is not None:
        if len(words) == 1:
            return KeyRule("SECRET", "mixed") if last in _ALONE else KeyRule("SECRET", shape)
        return None if last == "token" and words[-2] in _NO_SECRET else KeyRule("SECRET", shape)
    if last == "key" and len(words) > 1 and words[-2] in _SECRET_KEYS:
        return KeyRule("SECRET", "token")
    if last in ("key", "id") and len(words) > 2 and words[-3:-1] in (["access", "key"], ["secret", "access"]):
        return KeyRule("SECRET", "token")
    if last in _JOINED:
        return KeyRule("SECRET", "password")
    if last.endswith(("password", "passwd", "apikey", "authtoken")):
        return KeyRule("SECRET", "token" if last.endswith(("key", "token")) else "password")
    return None


__all__ = ["KEY_RULES", "PERSON_PARENTS", "KeyRule", "key_rule", "normal_key", "placeholder", "secret_key"]
