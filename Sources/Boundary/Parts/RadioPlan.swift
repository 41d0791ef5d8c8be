public import Kernel
public import Observations

/// The active radios and their report periods; nil for a radio that is off.
public struct RadioPlan: Hashable, Sendable {
  /// Period of the GNSS receiver.
  public var gnss: SimDuration?
  /// Period of measurement batches while the processor sleeps; zero for immediate delivery.
  public var gnssBatch = SimDuration.zero
  /// Period of Wi-Fi scans.
  public var wifi: SimDuration?
  /// Period of the modem's cell reports.
  public var cell: SimDuration?
  /// Period of beacon scan windows; zero for continuous scanning.
  public var beacon: SimDuration?

  /// Creates a plan; radios that are not given are off.
  public init(
    gnss: SimDuration? = nil, wifi: SimDuration? = nil, cell: SimDuration? = nil,
    beacon: SimDuration? = nil
  ) {
    self.gnss = gnss
    self.wifi = wifi
    self.cell = cell
    self.beacon = beacon
  }

  /// Returns the requests to the device that lead from another plan to this one.
  public func requests(from old: RadioPlan) -> [RadioRequest] {
    var requests: [RadioRequest] = []
    if gnssBatch != old.gnssBatch { requests.append(.batch(.gnss, every: gnssBatch)) }
    for (sensor, was, will) in [
      (RadioRequest.Sensor.gnss, old.gnss, gnss), (.wifi, old.wifi, wifi), (.cell, old.cell, cell),
    ] where was != will {
      requests.append(will.map { .start(sensor, period: $0) } ?? .stop(sensor))
    }
    guard beacon != old.beacon else { return requests }
    // A running scan keeps its period, so it is restarted.
    if old.beacon != nil { requests.append(.stop(.beacon)) }
    if let beacon { requests.append(.start(.beacon, period: beacon)) }
    return requests
  }
}

extension RadioPlan {
  /// The reason why the plan is invalid; nil if it is valid.
  var fault: String? {
    let periods = [("gnss", gnss), ("wifi", wifi), ("cell", cell), ("beacon", beacon)]
    for case (let radio, let period?) in periods where period < .zero {
      return "planned an invalid period of \(period.seconds) s for '\(radio)'"
    }
    return gnssBatch < .zero ? "planned an invalid batch period of \(gnssBatch.seconds) s" : nil
  }
}
