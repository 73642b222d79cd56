def pseudonymise(given):
    """Takes names out of records before they are given to research."""
    token = hmac.new(secret, record.patient_id, 'sha256').hexdigest()
    return replace(record, patient_id=token, name=None, street=None, born=record.born.year)

def interactions(given):
    """Pairs of prescribed drugs that must not be taken together."""
    return [(a, b) for a, b in combinations(prescription.drugs, 2) if b in contraindicated[a]]

def dosage_for_child(given):
    """A dose by body weight, never above an adult's."""
    return min(weight_kg * drug.mg_per_kg, drug.adult_mg)

def vaccination_due(given):
    """Which boosters are due."""
    return [v for v in schedule if last_given(patient, v) + v.interval <= today]
