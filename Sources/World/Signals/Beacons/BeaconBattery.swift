import Glibc
public import Kernel

/// Battery model of a beacon: life and loss of transmit power with age.
///
/// Life is capacity over mean current: 2 µA asleep and 20 µC per event of three frames at 0 dBm (12 for
/// new chips, 28 for old ones; estimates from data sheets of nRF51 and nRF52), from a CR2477 of 1000 mAh:
/// 23 months at 350 ms. The voltage, and with it the power, sags in the last tenth.
public enum BeaconBattery {
  /// The loss of transmit power, in dB; nil if the battery is empty.
  ///
  /// - Parameters:
  ///   - age: The battery's age, in s.
  ///   - interval: The advertising interval, in s.
  ///   - draw: The beacon's random stream; one Gaussian is drawn.
  /// - Returns: The loss.
  public static func lossDecibels(
    age: Double, interval: Double, draw: inout RandomStream
  ) -> Double? {
    let current = 2e-6 + 20e-6 / max(interval, 0.02)
    // Spread from cell to cell and by temperature: a quarter more or less, an estimate.
    let life = 3600 / current * exp(0.2 * draw.gaussian())
    let used = age / life
    guard used < 1 else { return nil }
    // Lithium manganese cells hold 2.9 V to nine tenths of their charge, then fall to 2 V (data
    // sheets of CR2477): 20 log(2.9/2) is 3 dB for an unregulated output stage.
    return used > 0 ? 3 * pow(used, 12) + 0.5 * used : 0
  }
}
