import Glibc
public import Kernel

/// What is left of a beacon's battery after a time in the field.
///
/// Life is capacity over mean current: 2 µA asleep and 20 µC for an event of three frames at 0 dBm
/// (12 for new chips, 28 for old ones; estimates from data sheets of nRF51 and nRF52), from a CR2477
/// of 1000 mAh: 23 months at 350 ms. Its voltage, and with it the power, sags in the last tenth.
public enum BeaconBattery {
  /// How a beacon fares.
  ///
  /// - Parameters:
  ///   - age: The time since its battery was new, in s.
  ///   - interval: The time between its events, in s.
  ///   - draw: What sets it apart from others like it; takes one Gaussian.
  /// - Returns: What its power has lost, in dB; nil if it is dead.
  public static func lossDecibels(
    age: Double, interval: Double, draw: inout RandomStream
  ) -> Double? {
    let current = 2e-6 + 20e-6 / max(interval, 0.02)
    // A quarter more or less from cell to cell and by temperature; an estimate.
    let life = 3600 / current * exp(0.2 * draw.gaussian())
    let used = age / life
    guard used < 1 else { return nil }
    // Lithium manganese cells hold 2.9 V to nine tenths of their charge, then fall to 2 V (data
    // sheets of CR2477): 20 log(2.9/2) is 3 dB for an output stage that isn't regulated.
    return used > 0 ? 3 * pow(used, 12) + 0.5 * used : 0
  }
}
