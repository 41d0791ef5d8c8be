public import Observations

/// What a database tells of a transmitter: where it seems to be, and how it is heard.
public struct KnownTransmitter: Hashable, Sendable {
  /// Where it seems to be.
  public var coordinate: Coordinate
  /// One standard deviation of that along each axis, in m.
  public var spreadMetres: Double
  /// The level at which it is usually heard 30 m off, in dBm at 2.44 GHz.
  public var levelAt30Metres: Double

  /// Creates an entry.
  public init(coordinate: Coordinate, spreadMetres: Double, levelAt30Metres: Double) {
    self.coordinate = coordinate
    self.spreadMetres = spreadMetres
    self.levelAt30Metres = levelAt30Metres
  }
}

extension KnownTransmitter {
  /// By how many dB the level falls with each decade of distance, in streets, out of sight.
  ///
  /// 3GPP TR 38.901 has 21 in sight and 35.3 out of it (UMi); an estimate in between that also holds
  /// for what is heard through a window.
  public static let decibelsPerDecade = 30.0

  /// By how many dB a wave of 5.5 GHz is received weaker than one of 2.44 GHz (free space).
  public static let highBandDecibels = 7.0

  /// What a level would be at 2.44 GHz.
  ///
  /// - Parameters:
  ///   - decibelMilliwatts: The level as received.
  ///   - megahertz: The channel's frequency.
  ///   - highBand: By how many dB the bands above 3 GHz are received weaker.
  /// - Returns: The level, in dBm.
  public static func normalized(
    _ decibelMilliwatts: Double, megahertz: Double, highBand: Double = highBandDecibels
  ) -> Double {
    guard megahertz > 3000, megahertz < 10_000 else { return decibelMilliwatts }
    return decibelMilliwatts + highBand
  }
}
