import Glibc
import Observations

/// Error model of pseudoranges and range rates: variances by C/N0, elevation and constellation.
///
/// The code variance is split by correlation time, because a filter must not average out slow
/// errors.
public struct GNSSErrorModel: Hashable, Sendable {
  // Masks and code noise.
  public var maskRadians = 0.087
  public var minStrength = 10.0
  public var codeFactor = 1.0
  public var minCodeMetres = 0.2
  public var maxCodeMetres = 80.0
  // Multipath, by the C/N0 deficit relative to the elevation.
  public var echoMetres = 0.7
  public var echoDecade = 5.5
  public var maxEchoMetres = 120.0
  public var freeLack = 1.0
  public var maxLack = 20.0
  public var lowEchoShare = 1.0
  public var minSine = 0.05
  public var strengthDrop = 12.0
  // Orbits, clocks and atmosphere.
  public var orbitMetres = 1.0
  public var ionosphereShare = 0.4
  public var troposphereMetres = 0.15
  public var glonassFactor = 2.0
  public var glonassChannelMetres = 1.5
  public var beidouFactor = 1.8
  // Range rates.
  public var rateFloor = 0.03
  public var rateFactor = 1.0

  public init() {}

  /// Sets the variances of a line with known direction and delay.
  ///
  /// - Parameters:
  ///   - line: The line of sight to update.
  ///   - level: C/N0 of signals from the zenith, in dB-Hz.
  ///   - noise: Ratio of the receiver's measured code noise to the noise it reports.
  @inline(__always)
  func apply(to line: inout GNSSSightline, level: Double, noise: Double) {
    let low = 1 / max(line.sine, minSine)
    let code = min(max(line.codeSigma * codeFactor * noise, minCodeMetres), maxCodeMetres)
    line.noise = code * code
    let missing = min(max(0, lack(of: line, level: level) - freeLack), maxLack)
    let echo = min(
      echoMetres * (missing > 0 ? exp(missing * (2.302_585_092_994_046 / echoDecade)) : 1),
      maxEchoMetres)
    line.echo = echo * echo * (1 - lowEchoShare + lowEchoShare * low)
    var orbit = orbitMetres
    if line.clock == 1 { orbit *= glonassFactor }
    if line.clock == 3 { orbit *= beidouFactor }
    let troposphere = troposphereMetres * low
    line.slow =
      orbit * orbit + troposphere * troposphere + line.ionosphereSigma * line.ionosphereSigma
    if line.clock == 1 { line.slow += glonassChannelMetres * glonassChannelMetres }
  }

  /// Returns the C/N0 deficit of a line relative to its elevation, in dB.
  @inline(__always)
  func lack(of line: GNSSSightline, level: Double) -> Double {
    let lower = max(0, 1 - line.sine)
    return level - strengthDrop * lower * lower.squareRoot() - line.strength
  }
}
