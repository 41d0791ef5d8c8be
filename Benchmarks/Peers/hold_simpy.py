"""The hold model in SimPy: events per second of processor time with N pending.

    pip install simpy==4.1.2 && python3 Benchmarks/Peers/hold_simpy.py --pending 1000

Time advances by 1/N of the mean hold time per event; it is printed as `mean_gap`, times N.
"""

import argparse
import json
import random
import time

import simpy


def beat(environment, spans, start):
    index = start
    while True:
        index = (index + 1) & 0xFFFF
        yield environment.timeout(spans[index])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pending", type=int, default=1000)
    parser.add_argument("--operations", type=int, default=500_000)
    options = parser.parse_args()
    source = random.Random(7)
    spans = [source.expovariate(1.0) for _ in range(1 << 16)]
    environment = simpy.Environment()
    for number in range(options.pending):
        environment.process(beat(environment, spans, number * 7919))
    for _ in range(2 * options.pending):
        environment.step()
    before, begin = environment.now, time.process_time()
    for _ in range(options.operations):
        environment.step()
    taken = time.process_time() - begin
    gap = (environment.now - before) / options.operations
    print(json.dumps({
        "per_second": options.operations / taken, "mean_gap": gap * options.pending,
        "version": simpy.__version__}))


if __name__ == "__main__":
    main()
