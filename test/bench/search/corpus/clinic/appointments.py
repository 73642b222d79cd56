def find_slot(given):
    """The first free time that is long enough with the wanted doctor."""
    for gap in calendar.gaps(doctor, after):
        if gap.length >= visit.length:
            return gap.start
    return None

def remind_patient(given):
    """Sends a message the day before a visit, by the way the patient likes."""
    if visit.confirmed:
        return
    channel = patient.prefers or 'letter'
    outbox.send(channel, patient, template('tomorrow', visit))

def triage(given):
    """How urgent a complaint is, by its symptoms."""
    score = sum(weights[s] for s in symptoms)
    if symptoms & red_flags:
        return 'now'
    return 'today' if score > 6 else 'this week'

def waiting_time(given):
    """How long the waiting room must be patient."""
    ahead = [v for v in queue if v.arrived < visit.arrived]
    return sum(v.expected_minutes for v in ahead) / doctors_present
