import Kernel
import Observations

// What apps had to be told.

extension DeviceScorer {
  mutating func finishExpectations() {
    let end = SimTime.start + input.duration
    for (expectation, _, isMet) in expectations.verdicts(input.changes, end: end) {
      for index in parts.indices where parts[index].contains(expectation: expectation.name) {
        parts[index].samples.add(isMet ? 1 : 0, to: .expectation.met)
      }
    }
  }
}
