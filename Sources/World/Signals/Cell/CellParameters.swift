public import Documents

/// Parameters of cellular reception.
public struct CellParameters: Hashable, Sendable {
  /// True for shadowing by 3GPP TR 38.901.
  ///
  /// 4 dB with line of sight and 6 dB without (UMa), with correlation distances of 37 and 50 m.
  public var hasShadow = true
  /// True if buildings, mapped or random, block lines of sight.
  public var hasBlocking = true
  /// True for penetration loss of buildings, vehicles and lifts.
  public var hasEntryLoss = true
  /// Loss of phone antennas against an ideal one, in dB; an estimate.
  public var antennaDecibels = 5.0
  /// Standard deviation of measured levels after the modem's averaging, in dB; an estimate.
  public var noiseDecibels = 1.0
  /// True if levels are rounded to 1 dB.
  public var isQuantised = true
  /// Margin by which another cell must be stronger, in dB; a usual setting of event A3 (3GPP TS 36.331).
  public var hysteresisDecibels = 3.0
  /// Time to trigger of a cell change, in s; a usual setting.
  public var triggerSeconds = 0.32
  /// The min level of a serving cell, in dBm: about where LTE ends.
  ///
  /// An estimate; 3GPP TS 36.133 reports from -140 dBm.
  public var minLevel = -124.0
  /// Max number of reported neighbours; modems report 6 to 8.
  public var neighbours = 6
  /// The network code of the phone; nil for a random network of the venue.
  public var networkCode: Int?

  /// Realistic values.
  public init() {}

  /// Every cell in line of sight at its median level.
  public static var ideal: Self {
    var ideal = Self()
    ideal.hasShadow = false
    ideal.hasBlocking = false
    ideal.hasEntryLoss = false
    ideal.antennaDecibels = 0
    ideal.noiseDecibels = 0
    ideal.isQuantised = false
    return ideal
  }
}

extension CellParameters: SignalParameters {
  public init(from object: inout ObjectReader) {
    let standard = Self()
    hasShadow = object.optional(
      "shadow", .bool, default: standard.hasShadow,
      "Shadowing, frozen in space.")
    hasBlocking = object.optional(
      "blocking", .bool, default: standard.hasBlocking, "Blocking of lines of sight by buildings.")
    hasEntryLoss = object.optional(
      "entry_loss", .bool, default: standard.hasEntryLoss,
      "Penetration loss of buildings, vehicles and lifts.")
    antennaDecibels = object.optional(
      "antenna_loss", .quantity(.decibels, .between(0, 40)), default: standard.antennaDecibels,
      "Loss of phone antennas against an ideal one.")
    noiseDecibels = object.optional(
      "noise", .quantity(.decibels, .between(0, 30)), default: standard.noiseDecibels,
      "Standard deviation of measured levels.")
    isQuantised = object.optional(
      "whole_decibels", .bool, default: standard.isQuantised, "Rounding of levels to 1 dB.")
    hysteresisDecibels = object.optional(
      "hysteresis", .quantity(.decibels, .between(0, 30)), default: standard.hysteresisDecibels,
      "Margin by which another cell must be stronger for a change.")
    triggerSeconds = object.optional(
      "time_to_trigger", .quantity(.time, .between(0, 10)), default: standard.triggerSeconds,
      "Time for which another cell must be stronger before a change.")
    minLevel = object.optional(
      "least_level", .quantity(.decibelMilliwatts, .between(-150, -20)),
      default: standard.minLevel, "Min level of a serving cell.")
    neighbours = object.optional(
      "neighbours", .int(0...32), default: standard.neighbours,
      "Max number of reported neighbour cells.")
    networkCode = object.optional(
      "network", .int(0...999),
      "Network code of the phones; by default a random network of the venue.")
  }
}
