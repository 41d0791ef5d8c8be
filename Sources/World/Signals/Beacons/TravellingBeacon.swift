public import Kernel
public import Observations
public import Truth

/// An interval in which a phone advertises as a beacon.
public struct BeaconShift: Hashable, Sendable {
  public var identity: BeaconIdentity
  public var during: Range<SimTime>

  public init(identity: BeaconIdentity, during: Range<SimTime>) {
    self.identity = identity
    self.during = during
  }
}

/// A phone that advertises as a beacon and moves with its carrier.
public struct TravellingBeacon: Sendable {
  public let name: String
  public let trajectory: Trajectory
  /// The index of the phone's owner; a phone doesn't receive itself.
  public let carrier: Int
  /// The intervals of advertising, in order.
  public let shifts: [BeaconShift]

  /// The encoded and the true power at 1 m, in dBm.
  ///
  /// -59 is what the vendor's phones encode (from memory); 4 dB less for case and hand are an estimate.
  static let reportedPower = -59.0
  static let power = -63.0
  /// The advertising interval, in s: ten per second, as for iBeacon.
  static let intervalSeconds = 0.1

  public init(name: String, trajectory: Trajectory, carrier: Int, shifts: [BeaconShift]) {
    self.name = name
    self.trajectory = trajectory
    self.carrier = carrier
    self.shifts = shifts
  }

  /// The advertised identity at a moment; nil if it doesn't advertise.
  func identity(at time: SimTime) -> BeaconIdentity? {
    shifts.first { $0.during.contains(time) }?.identity
  }

  /// True if it advertises at any time of an interval.
  func isReceived(from begin: SimTime, to end: SimTime) -> Bool {
    shifts.contains { $0.during.lowerBound < end && $0.during.upperBound > begin }
  }
}
