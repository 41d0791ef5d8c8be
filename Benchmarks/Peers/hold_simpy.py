"""The hold model in SimPy: operations per second at N pending events.

    pip install simpy==4.1.2 && python3 Benchmarks/Peers/hold_simpy.py
"""

import random
import time

import simpy


def beat(environment, spans, start):
    index = start
    while True:
        index = (index + 1) & 0xFFFF
        yield environment.timeout(spans[index])


def main():
    source = random.Random(7)
    spans = [source.expovariate(1.0) for _ in range(1 << 16)]
    for pending in (1_000, 100_000):
        environment = simpy.Environment()
        for number in range(pending):
            environment.process(beat(environment, spans, number * 7919))
        for _ in range(2 * pending):
            environment.step()
        operations = 500_000
        best = float("inf")
        for _ in range(3):
            begin = time.perf_counter()
            for _ in range(operations):
                environment.step()
            best = min(best, time.perf_counter() - begin)
        print(f"simpy {simpy.__version__},{pending},{operations / best:.0f}")


main()
