#!/usr/bin/env python3
"""Makes a store of many weeks from one with a single entry: the same figures with noise and occasional steps.

  weeks_store.py STORE METRICS [WEEKS SCENARIOS FIGURES]

METRICS is the output of `venuesim list metrics --json`.
"""
import datetime
import json
import random
import sqlite3
import struct
import sys



def main(path, metrics, weeks=52, scenarios=20, figures=100):
    store = sqlite3.connect(path)
    run = store.execute("select * from runs").fetchone()
    scenario = store.execute("select * from scenarios").fetchone()
    kept = [row for row in store.execute("select * from figures") if row[2] not in ("share", "count")]
    rows = {row[1]: row for row in kept}
    with open(metrics, encoding="utf-8") as file:
        catalogue = json.load(file)
    # The entry's own figures come first; others are copies of them.
    catalogue.sort(key=lambda entry: entry["metric"] not in rows)
    wanted = [
        ((entry["metric"], statistic), rows.get(entry["metric"], kept[place % len(kept)]))
        for place, entry in enumerate(catalogue) for statistic in entry["statistics"].split()][:figures]
    for table in ("figures", "budgets", "worst", "scenarios", "runs"):
        store.execute(f"delete from {table}")
    draw = random.Random(7)
    steps = {}
    first = datetime.date(2026, 1, 5)
    for week in range(weeks):
        date = first + datetime.timedelta(weeks=week)
        store.execute("insert into runs values (?,?,?,?,?,?,?)", (
            week + 1, f"{week:012x}", run[2], f"{week + 4096:07x}", date.isoformat(), *run[5:]))
        for place in range(scenarios):
            number = week * scenarios + place + 1
            store.execute("insert into scenarios values (?,?,?,?,?,?,?,?)", (
                number, week + 1, f"{scenario[2]}-{place:02}", *scenario[3:]))
            for (metric, statistic), row in wanted:
                key = place, metric, statistic
                if draw.random() < (0.02 if week == weeks - 1 else 0.002):
                    steps[key] = steps.get(key, 1) * draw.choice((0.8, 1.3))
                own = steps.get(key, 1)
                values = [value * own * draw.gauss(1, 0.03) for value in struct.unpack(f"<{len(row[6]) // 8}d", row[6])]
                store.execute("insert into figures values (?,?,?,?,?,?,?)", (
                    number, metric, statistic, row[3], row[4] * own * draw.gauss(1, 0.004), row[5], struct.pack(f"<{len(values)}d", *values)))
    store.commit()
    print(f"{weeks} weeks of {scenarios} scenarios with {len(wanted)} figures")


if __name__ == "__main__":
    main(*sys.argv[1:3], *map(int, sys.argv[3:]))
