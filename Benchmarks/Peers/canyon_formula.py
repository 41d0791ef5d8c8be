"""Single-epoch fixes in an endless street by a closed formula, for comparison with the general ray caster.

    python3 Benchmarks/Peers/canyon_formula.py > results/canyon_formula.csv

Independent of the simulator: NumPy, circular orbits, a street of two half-planes. A wall at
horizontal distance d (across) and of height h above the antenna hides a satellite if
tan(elevation) < h |sin(azimuth - street)| / d; the wall opposite reflects one if the mirrored ray hits
it below its top and clears the other. Same rules as `benchmarks canyon`, setting "idealised".
"""

import numpy as np

RNG = np.random.default_rng(1)
LATITUDE, LONGITUDE = np.radians(37.8), np.radians(-122.4)
UP = np.array([
    np.cos(LATITUDE) * np.cos(LONGITUDE), np.cos(LATITUDE) * np.sin(LONGITUDE), np.sin(LATITUDE)])
EAST = np.array([-np.sin(LONGITUDE), np.cos(LONGITUDE), 0])
NORTH = np.cross(UP, EAST)
IS_GLONASS = np.arange(48) >= 24
WIDTH, ANTENNA, TRIALS = 20.0, 1.2, 6000


def satellites(time):
    """Positions in ECEF of 24 GPS and 24 GLONASS satellites on circles, in m."""
    index = np.arange(24)
    earth = 7.2921151467e-5 * time
    rows = []
    for axis, planes, inclination, shift, node in (
            (26559710.0, 6, 55.0, np.pi / 8, 0.0), (25508000.0, 3, 64.8, np.pi / 12, 0.3)):
        slots = 24 // planes
        plane, slot = index // slots, index % slots
        u = slot * 2 * np.pi / slots + plane * shift + np.sqrt(3.986005e14 / axis**3) * time
        o = plane * 2 * np.pi / planes - earth + node
        c, s = np.cos(np.radians(inclination)), np.sin(np.radians(inclination))
        x, y = axis * np.cos(u), axis * np.sin(u)
        rows.append(np.stack(
            [x * np.cos(o) - y * c * np.sin(o), x * np.sin(o) + y * c * np.cos(o), y * s], 1))
    return np.concatenate(rows)


def epoch(ratio, found):
    way = satellites(RNG.uniform(0, 604800)) - 6371000.0 * UP
    way /= np.linalg.norm(way, axis=1)[:, None]
    angle = RNG.uniform(0, 2 * np.pi)
    east, north, up = way @ EAST, way @ NORTH, way @ UP
    across = east * np.cos(angle) + north * np.sin(angle)
    along = north * np.cos(angle) - east * np.sin(angle)
    near = RNG.uniform(2, 5)
    top = ratio * WIDTH - ANTENNA
    rise = up / np.maximum(np.abs(across), 1e-9)
    wall = np.where(across > 0, near, WIDTH - near)
    other = WIDTH - wall
    is_up = up > np.sin(np.radians(5))
    is_free = is_up & (rise * wall > top) if ratio > 0 else is_up
    is_mirrored = is_up & (rise * other < top) & (rise * (other + WIDTH) > top)
    strength = 29 + 12 * up + RNG.normal(0, 3, 48) - IS_GLONASS
    loss = RNG.uniform(6, 10, 48)
    extra = 2 * other * np.abs(across)
    share = 10 ** (-loss / 10)
    hidden = ~is_free & is_mirrored & (strength - loss > 18)
    free = is_free & (strength > 18)
    error = np.where(is_mirrored, extra * share / (1 + share), 0)
    error = np.where(hidden, extra, error)
    strength = np.where(hidden, strength - loss, strength)
    power = 10 ** (strength / 10)
    sigma = np.where(IS_GLONASS, 586.67, 293.05) * np.sqrt(
        0.5 / (2 * power) * (1 + 2 / (0.02 * power)))
    error = error + RNG.normal(0, 1, 48) * sigma + RNG.normal(0, 3, 48)
    found["free"].append(free.sum())
    found["hidden"].append(hidden.sum())
    found["extra"].extend(extra[hidden])
    used = np.flatnonzero(free | hidden)
    columns = [-across[used], -along[used], -up[used], np.ones(len(used))]
    if IS_GLONASS[used].any() and not IS_GLONASS[used].all():
        columns.append(IS_GLONASS[used].astype(float))
    design = np.stack(columns, 1)
    if len(used) < design.shape[1]:
        return
    try:
        cofactor = np.linalg.inv(design.T @ design)
    except np.linalg.LinAlgError:
        return
    if not 0 < np.trace(cofactor[:4, :4]) < 900:
        return
    weight = 1 / (sigma[used] ** 2 + 9)
    normal = design.T @ (design * weight[:, None])
    found["fix"].append(np.linalg.solve(normal, design.T @ (weight * error[used]))[:2])


print("h_w,quantity,formula,trials")
for ratio in (0, 0.5, 1, 1.5, 2, 3):
    found = {"free": [], "hidden": [], "extra": [], "fix": []}
    for _ in range(TRIALS):
        epoch(ratio, found)
    fix = np.array(found["fix"])
    size = np.hypot(*fix.T)
    figures = [
        ("satellites in sight", np.mean(found["free"])),
        ("satellites received by echoes alone", np.mean(found["hidden"])),
        ('"horizontal error median, m"', np.median(size)),
        ('"horizontal error 95 %, m"', np.quantile(size, 0.95)),
        ('"error across the street median, m"', np.median(np.abs(fix[:, 0]))),
        ('"error along the street median, m"', np.median(np.abs(fix[:, 1]))),
        ('"fix rate, share"', len(fix) / TRIALS),
    ]
    if found["extra"]:
        figures.append(('"excess path mean, m"', np.mean(found["extra"])))
        figures.append(('"excess path 95 %, m"', np.quantile(found["extra"], 0.95)))
    for name, value in figures:
        print(f"{ratio},{name},{value:.3f},{TRIALS}")
