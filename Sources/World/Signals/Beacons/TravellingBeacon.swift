public import Kernel
public import Observations
public import Truth

/// A time in which a phone is a beacon.
public struct BeaconShift: Hashable, Sendable {
  /// Which beacon.
  public var identity: BeaconIdentity
  /// From when until when.
  public var during: Range<SimTime>

  /// Creates a shift.
  public init(identity: BeaconIdentity, during: Range<SimTime>) {
    self.identity = identity
    self.during = during
  }
}

/// A phone that is a beacon, and that goes where its bearer goes.
public struct TravellingBeacon: Sendable {
  /// What the phone is called.
  public let name: String
  /// Where it goes.
  public let trajectory: Trajectory
  /// The number of the person whose phone it is, which doesn't hear itself.
  public let bearer: Int
  /// When it is which beacon, in order.
  public let shifts: [BeaconShift]

  /// What it claims and what it has at 1 m, in dBm: -59 is what its vendor's phones claim (from memory);
  /// 4 dB less for its case and hand are an estimate.
  static let toldPower = -59.0
  static let power = -63.0
  /// The time between its advertisements, in s: ten a second, as iBeacon has it.
  static let intervalSeconds = 0.1

  /// Creates one.
  public init(name: String, trajectory: Trajectory, bearer: Int, shifts: [BeaconShift]) {
    self.name = name
    self.trajectory = trajectory
    self.bearer = bearer
    self.shifts = shifts
  }

  /// What it is at a moment; nil if it is none.
  func identity(at time: SimTime) -> BeaconIdentity? {
    shifts.first { $0.during.contains(time) }?.identity
  }

  /// Whether it is one at any time of an interval.
  func isHeard(from begin: SimTime, to end: SimTime) -> Bool {
    shifts.contains { $0.during.lowerBound < end && $0.during.upperBound > begin }
  }
}
