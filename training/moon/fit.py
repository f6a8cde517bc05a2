#!/usr/bin/env python3
"""Fits the series of Sources/Web/MoonEphemeris/LunarTerms.swift to JPL's DE421, and prints that file.

    pip install numpy==2.4.6 skyfield==1.55 skyfield-data==7.0.0
    training/moon/fit.py > Sources/Web/MoonEphemeris/LunarTerms.swift

The arguments are those of Chapront-Touze and Chapront as Meeus prints them ("Astronomical
Algorithms", second edition, formulas 47.1 to 47.6). The terms with the largest amplitudes are chosen
in rounds and fitted together by least squares. The errors over the whole span go to standard error.
"""
import itertools
import sys

import numpy as np
import skyfield_data
from skyfield.api import Loader
from skyfield.framelib import ecliptic_frame

TERMS = 84
ROUNDS = 7
RADIANS = np.pi / 180

load = Loader(skyfield_data.get_skyfield_data_path(), expire=False)
scale = load.timescale(builtin=True)
bodies = load("de421.bsp")
random = np.random.default_rng(1)
# 1970 to 2052.
days = np.sort(random.uniform(2440600, 2470600, 12000))
times = scale.tt_jd(days)
latitude, longitude, distance = (bodies["moon"] - bodies["earth"]).at(times).frame_latlon(ecliptic_frame)
T = (days - 2451545) / 36525


def degrees(*coefficients):
    return sum(c * T**power for power, c in enumerate(coefficients)) * RADIANS


L = degrees(218.3164477, 481267.88123421, -0.0015786, 1 / 538841)
D = degrees(297.8501921, 445267.1114034, -0.0018819, 1 / 545868)
M = degrees(357.5291092, 35999.0502909, -0.0001536)
N = degrees(134.9633964, 477198.8675055, 0.0087414, 1 / 69699)
F = degrees(93.2720950, 483202.0175233, -0.0036539, -1 / 3526000)
E = 1 - 0.002516 * T - 0.0000074 * T**2
A1, A2, A3 = degrees(119.75, 131.849), degrees(53.09, 479264.290), degrees(313.45, 481266.484)
node = degrees(125.04452, -1934.136261)
sun = degrees(280.4665, 36000.7698)
# The four largest terms of the nutation in longitude, arc seconds (Meeus, chapter 22).
nutation = (
    -17.20 * np.sin(node) - 1.32 * np.sin(2 * sun) - 0.23 * np.sin(2 * L) + 0.21 * np.sin(2 * node)
) / 3600 * RADIANS
offset = (longitude.radians - nutation - L + np.pi) % (2 * np.pi) - np.pi


def candidates(is_even):
    """Multiples of D, M, N and F, the first that is not zero positive."""
    found = []
    for k in itertools.product(range(0, 7), range(-3, 4), range(-5, 6), range(-4, 5)):
        if (k[3] % 2 == 0) != is_even or k[0] + sum(map(abs, k[1:])) > 8:
            continue
        if next((x for x in k if x), 0) > 0:
            found.append(k)
    return found


def column(k, function):
    return function(k[0] * D + k[1] * M + k[2] * N + k[3] * F) * E ** abs(k[1])


def fit(values, multiples, function, extra):
    chosen = []
    columns = extra
    for _ in range(ROUNDS):
        solution = np.linalg.lstsq(columns, values, rcond=None)[0]
        rest = values - columns @ solution
        amplitudes = {
            k: abs(2 * np.mean(rest * column(k, function))) for k in multiples if k not in chosen}
        chosen += sorted(amplitudes, key=amplitudes.get, reverse=True)[: TERMS // ROUNDS]
        columns = np.hstack([extra, np.array([column(k, function) for k in chosen]).T])
    solution = np.linalg.lstsq(columns, values, rcond=None)[0]
    return chosen, solution, values - columns @ solution


one = np.ones(len(T))
even, odd = candidates(True), candidates(False)
parts = [
    ("longitude", "arc seconds", 206264.806, 2, np.sin,
     offset, even, np.array([one, T, np.sin(A1), np.sin(L - F), np.sin(A2)]).T),
    ("latitude", "arc seconds", 206264.806, 2, np.sin,
     latitude.radians, odd, np.array([one, np.sin(L), np.sin(A3)]).T),
    ("distance", "kilometres", 1, 2, np.cos, distance.km, even, np.array([one]).T),
]
print("// Made by training/moon/fit.py from JPL's DE421; do not edit.\n")
print("/// The fitted amplitudes of the moon's longitude, latitude and distance.")
print("enum LunarTerms {")
for index, (name, unit, factor, digits, function, values, multiples, extra) in enumerate(parts):
    chosen, solution, rest = fit(values, multiples, function, extra)
    print(f"{name}: {len(chosen)} terms, sd {np.std(rest) * factor:.2f},"
          f" largest {abs(rest).max() * factor:.2f} {unit}", file=sys.stderr)
    few = extra.shape[1]
    fixed = ", ".join(f"{c * factor:.{digits}f}" for c in solution[:few])
    if index:
        print()
    print(f"    /// Terms without multiples of the arguments, {unit}; see `LunarSeries`.")
    print(f"    static let {name}Extra: [Double] = [{fixed}]\n")
    print(f"    /// Terms of the {name}, {unit}.")
    print(f"    static let {name}: [LunarTerm] = [")
    for amplitude, k in sorted(zip(solution[few:] * factor, chosen), key=lambda t: -abs(t[0])):
        print(f"        LunarTerm({amplitude:.{digits}f}, {k[0]}, {k[1]}, {k[2]}, {k[3]}),")
    print("    ]")
print("}")
