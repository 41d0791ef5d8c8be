public import Documents

/// Parameters of radio propagation in a venue.
public struct PropagationParameters: Hashable, Sendable {
  /// True if walls, doors and facades attenuate.
  public var walls = true
  /// True if floors and roofs attenuate.
  public var floors = true
  /// True if shelves, furniture and people add loss with distance over free space.
  public var clutter = true
  /// Path loss exponent indoors without walls in the way, at 2.4 GHz.
  ///
  /// ITU-R P.1238 has 2.2 for commercial buildings. It meets its table of 62, 69 and 75 dB at 10, 20
  /// and 40 m.
  public var indoorExponent = 2.2
  /// Path loss exponent outdoors: 3GPP TR 38.901 UMi in line of sight.
  public var outdoorExponent = 2.1
  /// Max total wall loss, in dB at 2.4 GHz.
  ///
  /// Signals find other routes along corridors, through doors and by reflection, so that losses saturate.
  /// An estimate: InH NLOS lies 20 dB above InH LOS at 40 m, in offices with some six walls of 3 to 6 dB
  /// in the way.
  public var maxWallDecibels = 35.0

  /// Realistic values.
  public init() {}

  /// Free space without obstacles.
  public static var ideal: Self {
    var ideal = Self()
    ideal.walls = false
    ideal.floors = false
    ideal.clutter = false
    return ideal
  }
}

extension PropagationParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    let standard = Self()
    walls = object.optional(
      "walls", .bool, default: standard.walls, "Wall, door and facade losses.")
    floors = object.optional(
      "floors", .bool, default: standard.floors, "Floor and roof losses.")
    clutter = object.optional(
      "clutter", .bool, default: standard.clutter,
      "Clutter loss over free space without walls in the way.")
    indoorExponent = object.optional(
      "indoor_exponent", .number(.between(1, 6)), default: standard.indoorExponent,
      "Path loss exponent indoors, at 2.4 GHz.")
    outdoorExponent = object.optional(
      "outdoor_exponent", .number(.between(1, 6)), default: standard.outdoorExponent,
      "Path loss exponent outdoors, at 2.4 GHz.")
    maxWallDecibels = object.optional(
      "most_wall_loss", .quantity(.decibels, .between(1, 200)),
      default: standard.maxWallDecibels, "Limit of the total wall loss, at 2.4 GHz.")
  }
}
