import Glibc
import Kernel
import Observations

/// Smoothed barometric height with an arbitrary zero, in m.
struct BarometricHeight: Sendable {
  /// Plausible pressures, in Pa.
  private static let possible = 30_000.0...120_000

  /// Height; nil before the first reading.
  private(set) var value: Double?
  private var time = SimTime.distantPast
  private var recent: [(time: SimTime, height: Double)] = []
  private let levels: IndoorLevelParameters

  init(_ levels: IndoorLevelParameters) {
    self.levels = levels
  }

  /// Processes a reading.
  mutating func receive(_ sample: PressureSample) {
    guard Self.possible.contains(sample.pressurePascals) else { return }
    // The standard atmosphere (ISO 2533).
    let now = 44_330.8 * (1 - pow(sample.pressurePascals / 101_325, 0.190_263))
    guard let before = value, sample.time - time < levels.gap else {
      (value, time) = (now, sample.time)
      return
    }
    let elapsed = max(0, (sample.time - time).seconds)
    value = before + (now - before) * (1 - exp(-elapsed / levels.smoothing))
    time = sample.time
  }

  /// Clears the steadiness window after absence.
  mutating func forget() { recent = [] }

  /// Adds the current height to the steadiness window.
  ///
  /// - Parameter known: Time up to which motion is known.
  /// - Returns: The height, and true if it was steady recently; nil without recent readings.
  mutating func note(at known: SimTime) -> (height: Double, isSteady: Bool)? {
    guard let value, known - time < levels.freshness else { return nil }
    recent.append((known, value))
    recent.removeAll { known - $0.time > levels.window }
    let heights = recent.map(\.height)
    let range = (heights.max() ?? 0) - (heights.min() ?? 0)
    return (value, range < levels.steadyRange)
  }
}
