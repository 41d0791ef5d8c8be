public import Observations

/// Database entry of a Wi-Fi access point: position and level.
public struct KnownTransmitter: Hashable, Sendable {
  /// Estimated position.
  public var coordinate: Coordinate
  /// Sigma of the position along each axis, in m.
  public var spreadMetres: Double
  /// Typical received level at 30 m, in dBm at 2.44 GHz.
  public var levelAt30Metres: Double

  public init(coordinate: Coordinate, spreadMetres: Double, levelAt30Metres: Double) {
    self.coordinate = coordinate
    self.spreadMetres = spreadMetres
    self.levelAt30Metres = levelAt30Metres
  }
}

extension KnownTransmitter {
  /// Path loss per decade of distance in streets without line of sight, in dB.
  ///
  /// 3GPP TR 38.901 has 21 in line of sight and 35.3 out of it (UMi); an estimate in between that
  /// also holds for reception through a window.
  public static let decibelsPerDecade = 30.0

  /// Additional free-space loss at 5.5 GHz relative to 2.44 GHz, in dB.
  public static let highBandDecibels = 7.0

  /// Returns a level normalised to 2.44 GHz.
  ///
  /// - Parameters:
  ///   - decibelMilliwatts: Received level.
  ///   - megahertz: Frequency of the channel.
  ///   - highBand: Additional loss above 3 GHz, in dB.
  /// - Returns: The level, in dBm.
  public static func normalized(
    _ decibelMilliwatts: Double, megahertz: Double, highBand: Double = highBandDecibels
  ) -> Double {
    guard megahertz > 3000, megahertz < 10_000 else { return decibelMilliwatts }
    return decibelMilliwatts + highBand
  }
}
