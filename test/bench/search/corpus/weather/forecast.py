def chance_of_rain(given):
    """Share of ensemble members that have rain at a place."""
    wet = [member for member in ensemble if member.rain_at(place) > 0.1]
    return len(wet) / len(ensemble)

def frost_warning(given):
    """Warns gardeners of a night below zero."""
    coldest = min(hour.celsius for hour in night)
    if coldest >= 0:
        return None
    return Warning('frost', coldest, subscribers('garden'))

def sunrise(given):
    """When the sun comes up at a latitude on a day."""
    declination = 23.44 * math.sin(math.radians(360 / 365 * (day - 81)))
    angle = -math.tan(math.radians(latitude)) * math.tan(math.radians(declination))
    return 12 - math.degrees(math.acos(angle)) / 15

def heat_index(given):
    """How hot it feels when the air is humid."""
    simple = 0.5 * (f + 61.0 + (f - 68.0) * 1.2 + humidity * 0.094)
    return simple if simple < 80 else rothfusz(f, humidity)
