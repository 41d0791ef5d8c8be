public import Kernel
public import Observations

/// Something that happens to a device at a moment, besides what its stack asks for.
public struct DeviceAct: Hashable, Sendable {
  /// What happens.
  public enum Kind: Hashable, Sendable {
    /// The user does something with an app, a prompt, the settings or the phone.
    case user(app: String, UserAction)
    /// An app calls the services; only one that runs can.
    case call(app: String, AppCall)
    /// The system takes an app's memory away.
    case kill(app: String)
    /// The phone is off for a while, then boots.
    case reboot(off: SimDuration)
    /// The network is reached otherwise, or not at all.
    case network(NetworkReachability)
    /// A video call of some length, by which other costs are measured.
    case videoCall(SimDuration)
  }

  /// When.
  public var time: SimTime
  /// What.
  public var kind: Kind

  /// Creates an act.
  public init(at time: SimTime, _ kind: Kind) {
    self.time = time
    self.kind = kind
  }
}

/// A device as it is when it starts, and what happens to it.
public struct DeviceSetup: Hashable, Sendable {
  /// The kind of device.
  public var profile: DeviceProfile
  /// What happens to it; what is told for the same moment happens in the order told.
  public var script: [DeviceAct]
  /// The battery's charge at the start, as a share of full.
  public var batteryShare: Double

  /// Creates a device.
  public init(
    _ profile: DeviceProfile, script: [DeviceAct] = [], batteryShare: Double = 1
  ) {
    self.profile = profile
    self.script = script.enumerated()
      .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }
      .map(\.element)
    self.batteryShare = batteryShare
  }
}
