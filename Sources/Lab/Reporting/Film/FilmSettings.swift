/// The choices for a film of a run.
public struct FilmSettings: Sendable {
  /// The scenario, seed and device; nil for those that a report page opens on.
  public var scenario, seed, device: String?
  /// The times of the first and the last frame, in s; nil for the time indoors, or the whole run.
  public var from, to: Double?
  /// Seconds of the run per second of film; nil for a film of 10 to 20 s.
  public var speed: Double?
  /// The width of a frame, in pixels.
  public var width = 800
  public var framesPerSecond = 12.0
  public var isDark = false

  /// The allowed widths, frame rates and speeds.
  public static let widths = 320...1920
  public static let frameRates = 1.0...50
  public static let speeds = 0.1...10_000

  public init() {}
}
