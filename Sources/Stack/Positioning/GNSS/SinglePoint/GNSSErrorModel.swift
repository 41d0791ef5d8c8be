import Glibc
import Observations

/// How far ranges and rates are off, by strength, elevation and system.
///
/// The code's variance is split by how long its parts last, for a filter must not average away what
/// stays.
public struct GNSSErrorModel: Hashable, Sendable {
  // What is used at all, and the code noise that is believed.
  public var maskRadians = 0.087
  public var leastStrength = 10.0
  public var codeFactor = 1.0
  public var leastCodeMetres = 0.2
  public var mostCodeMetres = 80.0
  // Echoes, by how much weaker a signal is than its elevation promises.
  public var echoMetres = 0.7
  public var echoDecade = 5.5
  public var mostEchoMetres = 120.0
  public var freeLack = 1.0
  public var mostLack = 20.0
  public var lowEchoShare = 0.5
  public var leastSine = 0.05
  public var strengthDrop = 14.0
  // Orbits, clocks and the atmosphere.
  public var orbitMetres = 1.0
  public var ionosphereShare = 0.4
  public var troposphereMetres = 0.15
  public var glonassFactor = 2.0
  public var glonassChannelMetres = 1.5
  public var beidouFactor = 1.8
  // Range rates.
  public var rateFloor = 0.03
  public var rateFactor = 1.0

  /// Creates the defaults.
  public init() {}

  /// Fills in a line's variances; its direction and delay are known.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - level: How strong signals from the zenith are, in dB-Hz.
  ///   - noise: By how much this receiver's code noise was found to differ from what it says.
  @inline(__always)
  func apply(to line: inout GNSSSightline, level: Double, noise: Double) {
    let low = 1 / max(line.sine, leastSine)
    let code = min(max(line.codeSigma * codeFactor * noise, leastCodeMetres), mostCodeMetres)
    line.noise = code * code
    let missing = min(max(0, lack(of: line, level: level) - freeLack), mostLack)
    let echo = min(
      echoMetres * (missing > 0 ? exp(missing * (2.302_585_092_994_046 / echoDecade)) : 1),
      mostEchoMetres)
    line.echo = echo * echo * (1 - lowEchoShare + lowEchoShare * low)
    var orbit = orbitMetres
    if line.clock == 1 { orbit *= glonassFactor }
    if line.clock == 3 { orbit *= beidouFactor }
    let troposphere = troposphereMetres * low
    let ionosphere = ionosphereShare * line.ionosphere
    line.slow = orbit * orbit + troposphere * troposphere + ionosphere * ionosphere
    if line.clock == 1 { line.slow += glonassChannelMetres * glonassChannelMetres }
  }

  /// By how many dB a line is weaker than its elevation promises.
  @inline(__always)
  func lack(of line: GNSSSightline, level: Double) -> Double {
    let lower = max(0, 1 - line.sine)
    return level - strengthDrop * lower * lower.squareRoot() - line.strength
  }
}
