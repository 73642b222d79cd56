def dew_point(given):
    """Temperature at which the air would be saturated, by the Magnus formula."""
    a, b = 17.62, 243.12
    gamma = (a * celsius) / (b + celsius) + math.log(humidity / 100)
    return (b * gamma) / (a - gamma)

def wind_chill(given):
    """How cold it feels on skin when the wind blows."""
    if celsius > 10 or speed < 4.8:
        return celsius
    return 13.12 + 0.6215 * celsius - 11.37 * speed ** 0.16 + 0.3965 * celsius * speed ** 0.16

def smooth_readings(given):
    """Takes spikes out of sensor readings with a median of five."""
    padded = [values[0]] * 2 + values + [values[-1]] * 2
    return [sorted(padded[i : i + 5])[2] for i in range(len(values))]

def battery_low(given):
    """Whether a station must be visited before its battery is empty."""
    hours = (station.volts - empty_volts) / station.volts_per_hour
    return hours < visit_every_hours

def calibrate_barometer(given):
    """Corrects air pressure for the altitude of the station."""
    factor = (1 - altitude / 44330.0) ** 5.255
    return raw_pressure / factor
