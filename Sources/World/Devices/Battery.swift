public import Kernel
public import Observations

/// How full a device's battery is.
public struct Battery: Hashable, Sendable {
  /// A point of its curve.
  public struct Point: Hashable, Sendable {
    /// When.
    public var time: SimTime
    /// The charge as a share of full.
    public var share: Double
    /// What feeds the device.
    public var source: PowerSource.Kind
  }

  /// Its curve.
  public private(set) var curve: [Point] = []
  /// What feeds the device.
  private(set) var source = PowerSource.Kind.battery

  private let capacity: Double
  private let charger: Double
  private var charge: Double
  private var known: SimTime
  /// What the account had come to then, in mJ.
  private var spent = 0.0

  init(_ profile: DeviceProfile, share: Double, at time: SimTime) {
    capacity = profile.batteryWattHours * 3.6e6
    charger = profile.chargerMilliwatts
    charge = capacity * min(1, max(0, share))
    known = time
  }

  /// The charge as a share of full, when it was last brought up to date.
  var share: Double { charge / capacity }

  /// Brings the charge up to date, and notes it.
  ///
  /// - Parameters:
  ///   - total: What the device has spent so far, in mJ.
  ///   - time: Now.
  mutating func update(_ total: Double, at time: SimTime) {
    let gained = source == .battery ? 0 : charger * (time - known).seconds
    charge = min(capacity, max(0, charge + gained - (total - spent)))
    spent = total
    known = time
    if curve.last?.time == time { curve.removeLast() }
    curve.append(Point(time: time, share: share, source: source))
  }

  /// Plugs the device in or off; bring it up to date first.
  mutating func plug(into source: PowerSource.Kind) {
    self.source = source
  }
}
