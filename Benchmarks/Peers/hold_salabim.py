"""The hold model in salabim: events per second of processor time with N pending.

    python3 Benchmarks/Peers/hold_salabim.py --pending 1000 [--yieldless]

Every component repeatedly holds for an exponential time. The yieldless form runs each component as a greenlet,
if that package is installed; otherwise components are generators.
"""

import argparse
import json
import random
import time

import salabim


class Beat(salabim.Component):
    def setup(self, spans, index):
        self.spans, self.index = spans, index

    def process(self):
        spans, index = self.spans, self.index
        while True:
            index = (index + 1) & 0xFFFF
            yield self.hold(spans[index])


class YieldlessBeat(Beat):
    def process(self):
        spans, index = self.spans, self.index
        while True:
            index = (index + 1) & 0xFFFF
            self.hold(spans[index])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pending", type=int, default=1000)
    parser.add_argument("--operations", type=int, default=100_000)
    parser.add_argument("--yieldless", action="store_true")
    options = parser.parse_args()
    source = random.Random(7)
    spans = [source.expovariate(1.0) for _ in range(1 << 16)]
    salabim.yieldless(options.yieldless)
    environment = salabim.Environment(trace=False, yieldless=options.yieldless)
    kind = YieldlessBeat if options.yieldless else Beat
    for number in range(options.pending):
        kind(spans=spans, index=number * 7919)
    for _ in range(2 * options.pending):
        environment.step()
    before, begin = environment.now(), time.process_time()
    for _ in range(options.operations):
        environment.step()
    taken = time.process_time() - begin
    gap = (environment.now() - before) / options.operations
    print(json.dumps({
        "per_second": options.operations / taken, "mean_gap": gap * options.pending,
        "version": salabim.__version__}))


if __name__ == "__main__":
    main()
