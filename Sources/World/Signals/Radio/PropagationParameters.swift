public import Documents

/// How signals spread in a place: which effects there are and how strong.
public struct PropagationParameters: Hashable, Sendable {
  /// Whether walls, doors and facades are in the way.
  public var walls = true
  /// Whether floors and roofs are.
  public var floors = true
  /// Whether shelves, furniture and people make signals fall faster than in free space.
  public var clutter = true
  /// How fast signals fall indoors where no wall is in the way, as the exponent of the distance at
  /// 2.4 GHz.
  ///
  /// ITU-R P.1238 has 2.2 for commercial places. It meets its rows of 62, 69 and 75 dB at 10, 20
  /// and 40 m.
  public var indoorExponent = 2.2
  /// The same outdoors: 3GPP TR 38.901 UMi in line of sight.
  public var outdoorExponent = 2.1
  /// What all walls together take at most, in dB at 2.4 GHz.
  ///
  /// Signals find ways round: along corridors, through doors, by reflection, so that losses
  /// saturate. An estimate: InH NLOS lies 20 dB above InH LOS at 40 m, in offices with some six
  /// walls of 3 to 6 dB in the way.
  public var mostWallDecibels = 35.0

  /// As in nature.
  public init() {}

  /// Nothing in the way: free space.
  public static var ideal: Self {
    var ideal = Self()
    ideal.walls = false
    ideal.floors = false
    ideal.clutter = false
    return ideal
  }
}

extension PropagationParameters: SignalParameters {
  /// Reads the parameters.
  public init(from object: inout ObjectReader) {
    let standard = Self()
    walls = object.optional(
      "walls", .bool, default: standard.walls, "Whether walls are in the way of radio.")
    floors = object.optional(
      "floors", .bool, default: standard.floors, "Whether floors and roofs are.")
    clutter = object.optional(
      "clutter", .bool, default: standard.clutter,
      "Whether radio falls faster than in free space where no wall is in the way.")
    indoorExponent = object.optional(
      "indoor_exponent", .number(.between(1, 6)), default: standard.indoorExponent,
      "How fast it falls with distance indoors.")
    outdoorExponent = object.optional(
      "outdoor_exponent", .number(.between(1, 6)), default: standard.outdoorExponent,
      "How fast it falls with distance outdoors.")
    mostWallDecibels = object.optional(
      "most_wall_loss", .quantity(.decibels, .between(1, 200)),
      default: standard.mostWallDecibels, "What all walls in the way take at most, about.")
  }
}
