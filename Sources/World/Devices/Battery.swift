public import Kernel
public import Observations

/// The state of charge of a device's battery.
public struct Battery: Hashable, Sendable {
  /// A point of the charge curve.
  public struct ChargePoint: Hashable, Sendable {
    public var time: SimTime
    /// The charge as a fraction of full.
    public var share: Double
    public var source: PowerSource.Kind
  }

  public private(set) var curve: [ChargePoint] = []
  private(set) var source = PowerSource.Kind.battery

  private let capacity: Double
  private let charger: Double
  private var charge: Double
  private var known: SimTime
  /// The energy total at that time, in mJ.
  private var spent = 0.0

  init(_ profile: DeviceProfile, share: Double, at time: SimTime) {
    capacity = profile.batteryWattHours * 3.6e6
    charger = profile.chargerMilliwatts
    charge = capacity * min(1, max(0, share))
    known = time
  }

  /// The charge as a fraction of full, at the last update.
  var share: Double { charge / capacity }

  /// Updates the charge from the device's energy total, in mJ, and appends it to the curve.
  mutating func update(_ total: Double, at time: SimTime) {
    let gained = source == .battery ? 0 : charger * (time - known).seconds
    charge = min(capacity, max(0, charge + gained - (total - spent)))
    spent = total
    known = time
    if curve.last?.time == time { curve.removeLast() }
    curve.append(ChargePoint(time: time, share: share, source: source))
  }

  /// Sets the power source; needs an update of the charge first.
  mutating func plug(into source: PowerSource.Kind) {
    self.source = source
  }
}
