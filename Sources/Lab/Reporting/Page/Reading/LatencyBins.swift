import Documents

/// Histogram of the latency of reports of one activity, over all runs of a scenario.
struct LatencyBins: Sendable {
  let scenario: String
  /// The new activity.
  let activity: String
  /// The counts by second; the last bin is open-ended.
  private var bins = Array(repeating: 0, count: Self.seconds + 1)
  /// The number of changes not reported before the next one.
  private var missed = 0

  /// The number of bins of a second.
  private static let seconds = 30

  init(scenario: String, activity: String) {
    self.scenario = scenario
    self.activity = activity
  }

  /// Adds a change with the latency of its report, in s; nil if never reported.
  mutating func add(_ latency: Double?) {
    guard let latency, !latency.isNaN else {
      missed += 1
      return
    }
    bins[Int(min(max(latency, 0), Double(Self.seconds)))] += 1
  }

  /// True if any change was reported; else the stack reports no activities.
  var wasReported: Bool { bins.contains { $0 > 0 } }

  /// The histogram in the page's format: scenario, activity, bins, and missed changes.
  func json(scenario number: Int) -> JSONValue {
    [
      .int(Int64(number)), .string(activity), .array(bins.map { .int(Int64($0)) }),
      .int(Int64(missed)),
    ]
  }
}

extension RunReport {
  /// Adds a true change of activity to the scenario's histogram.
  mutating func addLatency(_ latency: Double?, to activity: String, scenario: String) {
    if let index = latencies.firstIndex(where: {
      $0.scenario == scenario && $0.activity == activity
    }) {
      latencies[index].add(latency)
    } else if latencies.count < Self.maxLatencies {
      var bins = LatencyBins(scenario: scenario, activity: activity)
      bins.add(latency)
      latencies.append(bins)
    }
  }

  /// Maximum number of histograms, more than any table of VenueSim needs, as a safeguard for other
  /// tables.
  private static let maxLatencies = 400
}
