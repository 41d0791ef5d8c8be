public import Documents

/// How a phone hears cells: which effects there are and how strong.
public struct CellParameters: Hashable, Sendable {
  /// Whether levels depart from what distance says, as 3GPP TR 38.901 has it: 4 dB in line of sight
  /// and 6 dB out of it (UMa), 37 and 50 m apart.
  public var hasShadow = true
  /// Whether houses, and what no map knows, block lines of sight.
  public var hasBlocking = true
  /// Whether buildings, vehicles and lifts take from what gets in.
  public var hasEntryLoss = true
  /// What phones receive less than an ideal antenna would, in dB; an estimate.
  public var antennaDecibels = 5.0
  /// How much a measured level varies after the modem's own averaging, in dB; an estimate.
  public var noiseDecibels = 1.0
  /// Whether levels are whole dB.
  public var isQuantised = true
  /// How much stronger another cell must be to be changed to, in dB; a usual setting of 3GPP TS
  /// 36.331's event A3.
  public var hysteresisDecibels = 3.0
  /// For how long, in s; a usual time to trigger.
  public var triggerSeconds = 0.32
  /// The weakest level that the phone camps on, in dBm: about where LTE ends (3GPP TS 36.133 reports
  /// from -140 dBm; an estimate).
  public var leastLevel = -124.0
  /// How many neighbours are told at most; modems tell 6 to 8.
  public var neighbours = 6
  /// The network that the phone belongs to; nil for one of the venue's, by chance.
  public var networkCode: Int?

  /// As in nature.
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
  /// Reads the parameters.
  public init(from object: inout ObjectReader) {
    let standard = Self()
    hasShadow = object.optional(
      "shadow", .bool, default: standard.hasShadow,
      "Whether levels depart from what distance says; frozen in space.")
    hasBlocking = object.optional(
      "blocking", .bool, default: standard.hasBlocking, "Whether lines of sight are blocked.")
    hasEntryLoss = object.optional(
      "entry_loss", .bool, default: standard.hasEntryLoss,
      "Whether buildings, vehicles and lifts take from what gets in.")
    antennaDecibels = object.optional(
      "antenna_loss", .quantity(.decibels, .between(0, 40)), default: standard.antennaDecibels,
      "What phones receive less than an ideal antenna would.")
    noiseDecibels = object.optional(
      "noise", .quantity(.decibels, .between(0, 30)), default: standard.noiseDecibels,
      "How much measured levels vary.")
    isQuantised = object.optional(
      "whole_decibels", .bool, default: standard.isQuantised, "Whether levels are whole dB.")
    hysteresisDecibels = object.optional(
      "hysteresis", .quantity(.decibels, .between(0, 30)), default: standard.hysteresisDecibels,
      "How much stronger another cell must be to be changed to.")
    triggerSeconds = object.optional(
      "time_to_trigger", .quantity(.time, .between(0, 10)), default: standard.triggerSeconds,
      "For how long it must be.")
    leastLevel = object.optional(
      "least_level", .quantity(.decibelMilliwatts, .between(-150, -20)),
      default: standard.leastLevel, "The weakest level that the phone camps on.")
    neighbours = object.optional(
      "neighbours", .int(0...32), default: standard.neighbours,
      "How many neighbours are told at most.")
    networkCode = object.optional(
      "network", .int(0...999), "The network that phones belong to; one of the venue's by chance.")
  }
}
