import Glibc
import Kernel
import Observations

/// The height that a phone's barometer shows, in m from anywhere, smoothed.
struct BarometricHeight: Sendable {
  /// Pressures that barometers show where people are, in Pa.
  private static let possible = 30_000.0...120_000

  /// The height; nil before the first reading.
  private(set) var value: Double?
  private var time = SimTime.distantPast
  private var recent: [(time: SimTime, height: Double)] = []
  private let levels: IndoorLevelDials

  init(_ levels: IndoorLevelDials) {
    self.levels = levels
  }

  /// Takes a reading.
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

  /// Forgets what it was of late: the phone was elsewhere.
  mutating func forget() { recent = [] }

  /// Notes how it is.
  ///
  /// - Parameter known: Up to when the phone's way is known.
  /// - Returns: The height, and whether it has been the same of late; nil if the barometer is silent.
  mutating func note(at known: SimTime) -> (height: Double, isSteady: Bool)? {
    guard let value, known - time < levels.freshness else { return nil }
    recent.append((known, value))
    recent.removeAll { known - $0.time > levels.window }
    let heights = recent.map(\.height)
    let range = (heights.max() ?? 0) - (heights.min() ?? 0)
    return (value, range < levels.steadyRange)
  }
}
