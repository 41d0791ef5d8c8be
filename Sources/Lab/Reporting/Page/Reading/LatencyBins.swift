import Documents

/// How late the changes to one activity were told, over all runs of a scenario.
struct LatencyBins: Sendable {
  /// The scenario's name.
  let scenario: String
  /// The activity that the changes lead to.
  let activity: String
  /// How many came in each second; the last bin holds all that came later.
  private var bins = Array(repeating: 0, count: Self.seconds + 1)
  /// How many were never told before the next change.
  private var missed = 0

  /// What is told later than this many seconds is simply late.
  private static let seconds = 30

  init(scenario: String, activity: String) {
    self.scenario = scenario
    self.activity = activity
  }

  /// Adds a change.
  ///
  /// - Parameter latency: How late it was told, in s; nil if it never was.
  mutating func add(_ latency: Double?) {
    guard let latency, !latency.isNaN else {
      missed += 1
      return
    }
    bins[Int(min(max(latency, 0), Double(Self.seconds)))] += 1
  }

  /// Whether any was told: else nobody tells activities at all.
  var wasTold: Bool { bins.contains { $0 > 0 } }

  /// The bins as a page takes them, with the activity's name before and the missed ones behind.
  func json(scenario number: Int) -> JSONValue {
    [
      .int(Int64(number)), .string(activity), .array(bins.map { .int(Int64($0)) }),
      .int(Int64(missed)),
    ]
  }
}

extension RunReport {
  /// Adds a true change of activity to the scenario's bins.
  mutating func addLatency(_ latency: Double?, to activity: String, scenario: String) {
    if let index = latencies.firstIndex(where: {
      $0.scenario == scenario && $0.activity == activity
    }) {
      latencies[index].add(latency)
    } else if latencies.count < Self.mostLatencies {
      var bins = LatencyBins(scenario: scenario, activity: activity)
      bins.add(latency)
      latencies.append(bins)
    }
  }

  /// More kinds of changes than any table of ours has; another's may have any.
  private static let mostLatencies = 400
}
