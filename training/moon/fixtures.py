#!/usr/bin/env python3
"""Prints Tests/Web/MoonEphemerisTests/moon-fixtures.json: the moon by skyfield and JPL's DE421.

    pip install numpy==2.4.6 skyfield==1.55 skyfield-data==7.0.0
    training/moon/fixtures.py > Tests/Web/MoonEphemerisTests/moon-fixtures.json

Distances are geometric, because the apparent ones contain the moon's motion in light time.
"""
import json
import sys

import numpy as np
import skyfield_data
from skyfield import almanac
from skyfield.api import Loader, wgs84
from skyfield.framelib import ecliptic_frame

PLACES = {
    "Zurich": (47.37, 8.54), "Quito": (-0.18, -78.47), "Sydney": (-33.87, 151.21),
    "Tromso": (69.65, 18.96), "Anchorage": (61.22, -149.9), "South Pole Station": (-89.99, 0.0),
}

load = Loader(skyfield_data.get_skyfield_data_path(), expire=False)
scale = load.timescale(builtin=True)
bodies = load("de421.bsp")
earth, moon, sun = bodies["earth"], bodies["moon"], bodies["sun"]
random = np.random.default_rng(46)
# 2018 to 2031.
moments = sorted(int(s) for s in random.uniform(1_514_764_800, 1_924_000_000, 24))


def at(seconds):
    return scale.tt_jd(2440587.5 + (seconds + 69.184) / 86400)


def seconds(time):
    return round((time.tt - 2440587.5) * 86400 - 69.184, 1)


def place_facts(name, moment):
    latitude, longitude = PLACES[name]
    ground = wgs84.latlon(latitude, longitude)
    observer = earth + ground
    now = at(moment)
    seen = observer.at(now).observe(moon).apparent()
    altitude, azimuth, _ = seen.altaz()
    facts = {
        "place": name, "latitude": latitude, "longitude": longitude,
        "kilometres": round(float((moon - observer).at(now).distance().km), 2),
        "altitude": round(float(altitude.degrees), 5), "azimuth": round(float(azimuth.degrees), 5),
    }
    end = at(moment + 26 * 3600)
    for key, find in [("rises", almanac.find_risings), ("sets", almanac.find_settings)]:
        times, real = find(observer, moon, now, end)
        facts[key] = [seconds(t) for t, is_real in zip(times, real) if is_real]
    facts["transits"] = [seconds(t) for t in almanac.find_transits(observer, moon, now, end)]
    return facts


fixtures = []
for moment in moments:
    now = at(moment)
    apparent = earth.at(now).observe(moon).apparent()
    _, moon_longitude, _ = apparent.frame_latlon(ecliptic_frame)
    _, sun_longitude, _ = earth.at(now).observe(sun).apparent().frame_latlon(ecliptic_frame)
    times, phases = almanac.find_discrete(
        at(moment - 31 * 86400), at(moment + 31 * 86400), almanac.moon_phases(bodies))
    new = [seconds(t) for t, phase in zip(times, phases) if phase == 0]
    full = [seconds(t) for t, phase in zip(times, phases) if phase == 2]
    fixtures.append({
        "at": moment,
        "kilometres": round(float((moon - earth).at(now).distance().km), 2),
        "phase": round(float((moon_longitude.degrees - sun_longitude.degrees) % 360), 5),
        "illuminated": round(float(apparent.fraction_illuminated(sun)), 6),
        "lastNew": max(t for t in new if t <= moment), "nextNew": min(t for t in new if t > moment),
        "nextFull": min(t for t in full if t > moment),
        "places": [place_facts(name, moment) for name in PLACES],
    })
json.dump(fixtures, sys.stdout, indent=1)
print()
