import Glibc
import Observations

/// How far ranges and rates are off, by strength, elevation and system.
///
/// The code's variance is split by how long its parts last, for a filter must not average away what
/// stays. Fitted by eye to residuals of the public recordings named in ``init()``.
public struct GNSSErrorModel: Hashable, Sendable {
  /// Satellites lower than this are left out, in rad.
  public var maskRadians = 0.087
  /// Signals weaker than this are left out, in dB-Hz.
  public var leastStrength = 10.0
  /// By what the receiver's own figure for code noise is multiplied.
  public var codeFactor = 1.0
  /// The least and the most code noise that is believed, in m.
  public var codeBounds = 0.2...80.0
  /// One standard deviation of echoes on a signal of the strength that its elevation promises, in m.
  ///
  /// Half a metre to a metre on a u-blox in Tsim Sha Tsui (UrbanNav's TST recording of 2020-06-03).
  public var echoMetres = 0.7
  /// How many dB weaker than promised a signal is where its echoes have grown tenfold.
  ///
  /// On the same recording: 2 to 3 m with 5 dB missing, 35 to 140 m with 8 to 14.
  public var echoDecade = 5.5
  /// The most that is expected of echoes, in m.
  public var mostEchoMetres = 120.0
  /// By how many dB signals on the horizon are weaker than at the zenith, with the power 1.5 of
  /// one less the sine of elevation: modules 13, a reference station 19, phones 18 with a square.
  public var strengthDrop = 14.0
  /// One standard deviation of what orbits and clocks are off by, in m.
  ///
  /// GPS standard of performance: signals in space are good to 0.8 m or better, from memory.
  public var orbitMetres = 1.0
  /// The share of the broadcast ionosphere's delay that is wrong (RTKLIB's 0.5, ERR_BRDCI).
  public var ionosphereShare = 0.4
  /// One standard deviation of the troposphere at the zenith, in m (RTKLIB's 0.3 is for none known).
  public var troposphereMetres = 0.15
  /// By what GLONASS's orbits are worse, and what its channels' delays add, in m.
  public var glonassFactor = 2.0
  public var glonassChannelMetres = 1.5
  /// By what BeiDou's orbits are worse.
  public var beidouFactor = 1.8
  /// The least standard deviation of a rate, in m/s.
  public var rateFloor = 0.03
  /// By what the receiver's own figure for the rate's noise is multiplied.
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
    let low = 1 / max(line.sine, 0.05)
    let code = min(
      max(line.codeSigma * codeFactor * noise, codeBounds.lowerBound), codeBounds.upperBound)
    line.noise = code * code
    let missing = min(max(0, lack(of: line, level: level) - 1), 20)
    let echo = min(
      echoMetres * (missing > 0 ? exp(missing * (2.302_585_092_994_046 / echoDecade)) : 1),
      mostEchoMetres)
    line.echo = echo * echo * (0.5 + 0.5 * low)
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
