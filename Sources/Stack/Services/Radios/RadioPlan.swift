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

  /// Creates a plan; what isn't given is off.
  public init(gnss: SimDuration? = nil, wifi: SimDuration? = nil, cell: SimDuration? = nil) {
    self.gnss = gnss
    self.wifi = wifi
    self.cell = cell
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
    return requests
  }
}
