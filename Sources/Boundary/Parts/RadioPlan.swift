public import Kernel
public import Observations

/// Which radios run, and how often each is to report; nil for one that is off.
public struct RadioPlan: Hashable, Sendable {
  /// The satellite receiver.
  public var gnss: SimDuration?
  /// How often its measurements are handed on together while the processor sleeps; zero for at once.
  public var gnssBatch = SimDuration.zero
  /// Scans of Wi-Fi.
  public var wifi: SimDuration?
  /// The modem's cells.
  public var cell: SimDuration?
  /// How far apart the windows are in which beacons are listened for; zero for all the time.
  public var beacon: SimDuration?

  /// Creates a plan; what isn't given is off.
  public init(
    gnss: SimDuration? = nil, wifi: SimDuration? = nil, cell: SimDuration? = nil,
    beacon: SimDuration? = nil
  ) {
    self.gnss = gnss
    self.wifi = wifi
    self.cell = cell
    self.beacon = beacon
  }

  /// What must be asked of the device to come to this plan from another.
  public func requests(from old: RadioPlan) -> [RadioRequest] {
    var requests: [RadioRequest] = []
    if gnssBatch != old.gnssBatch { requests.append(.batch(.gnss, every: gnssBatch)) }
    for (sensor, was, will) in [
      (RadioRequest.Sensor.gnss, old.gnss, gnss), (.wifi, old.wifi, wifi), (.cell, old.cell, cell),
    ] where was != will {
      requests.append(will.map { .start(sensor, period: $0) } ?? .stop(sensor))
    }
    guard beacon != old.beacon else { return requests }
    // A scan that runs keeps its rhythm: it is begun anew.
    if old.beacon != nil { requests.append(.stop(.beacon)) }
    if let beacon { requests.append(.start(.beacon, period: beacon)) }
    return requests
  }
}

extension RadioPlan {
  /// What is impossible about it; nil if nothing is.
  var fault: String? {
    let periods = [("gnss", gnss), ("wifi", wifi), ("cell", cell), ("beacon", beacon)]
    for case (let radio, let period?) in periods where period < .zero {
      return "planned '\(radio)' every \(period.seconds) s"
    }
    return gnssBatch < .zero ? "planned batches of \(gnssBatch.seconds) s" : nil
  }
}
