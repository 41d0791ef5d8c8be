import Kernel
import Observations

/// Deliveries as runs in order of time, to be merged (natural merge sort).
///
/// Each sensor's series is a run or a few. Merging keeps the order of equal times.
struct DeliveryRuns {
  /// More runs are sorted in memory: each open run holds a block of its rows.
  private static let maxRuns = 64

  private var runs: [ObservationLog] = []
  private var last = SimTime.distantPast
  /// All deliveries of disordered data; nil for up to ``maxRuns`` runs.
  private var disordered: [Delivered<Observation>]?

  mutating func append(_ delivered: Delivered<Observation>) {
    if disordered != nil {
      disordered?.append(delivered)
      return
    }
    if runs.isEmpty || delivered.time < last {
      guard runs.count < Self.maxRuns else {
        disordered = runs.flatMap { $0 } + [delivered]
        runs = []
        return
      }
      runs.append(ObservationLog())
    }
    runs[runs.count - 1].append(delivered)
    last = delivered.time
  }

  /// The runs of two series; at equal times the first one precedes.
  static func + (left: DeliveryRuns, right: DeliveryRuns) -> DeliveryRuns {
    var both = left
    guard left.disordered == nil, right.disordered == nil else {
      both.disordered =
        (left.disordered ?? left.runs.flatMap { $0 })
        + (right.disordered ?? right.runs.flatMap { $0 })
      return both
    }
    both.runs += right.runs
    both.last = right.runs.isEmpty ? left.last : right.last
    return both
  }

  /// All deliveries in order of time; stable.
  consuming func merged() -> ObservationLog {
    if let disordered { return ObservationLog(inOrderOfTime(disordered, \.time.nanoseconds)) }
    if runs.count < 2 { return runs.first ?? ObservationLog() }
    var rests = runs.map { $0.makeIterator() }
    var heads = rests.indices.map { rests[$0].next() }
    var merged = ObservationLog()
    while let index = Self.earliest(heads) {
      let rival = Self.earliest(heads, except: index).flatMap { other in
        heads[other].map { (time: $0.time, index: other) }
      }
      // The run goes on until another has an earlier delivery.
      while let head = heads[index], rival.map({ (head.time, index) < $0 }) ?? true {
        merged.append(head)
        heads[index] = rests[index].next()
      }
    }
    return merged
  }

  /// Index of the earliest delivery, and of the first one of equal times.
  private static func earliest(
    _ heads: [Delivered<Observation>?], except excluded: Int? = nil
  ) -> Int? {
    var first: (time: SimTime, index: Int)?
    for (index, head) in heads.enumerated() where index != excluded {
      guard let time = head?.time else { continue }
      if first.map({ time < $0.time }) ?? true { first = (time, index) }
    }
    return first?.index
  }
}
