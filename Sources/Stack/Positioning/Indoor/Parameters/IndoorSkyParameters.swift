public import Documents
public import Kernel

/// Parameters of the GNSS evidence of a phone inside or in front of a building.
public struct IndoorSkyParameters: ParameterSet {
  public var evenStrength = 25.0
  public var strengthScale = 5.0
  public var missingStrength = 15.0
  public var weight = 0.5
  public var clearStrength = 33.0
  public var sparseStrength = 28.0
  public var openStrength = 36.5
  public var closedStrength = 34.5
  public var openEpochs = 4
  public var maxEpochs = 10
  public var clearAccuracy = 25.0
  public var minAbsentMetres = 30.0
  public var farAccuracies = 2.0
  public var absence = SimDuration.seconds(20)
  public var doorReach = 40.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .number(
      "even_strength", \.evenStrength, "dB-Hz", 0...60,
      "C/N0 of the fourth satellite that is as likely inside a door as outside it.",
      .fitted(
        "simulated phones of the mall and the airport with seeds 2 and 5, which have 24 to 33 "
          + "a metre before it and next to nothing behind it")),
    .number(
      "strength_scale", \.strengthScale, "dB", 0.1...60,
      "C/N0 difference that makes inside or outside nearly certain.", .estimate),
    .number(
      "missing_strength", \.missingStrength, "dB-Hz", 0...60,
      "C/N0 assumed for the fourth satellite if there are fewer.", .estimate),
    .number(
      "weight", \.weight, "", 0...10,
      "Log weight of a certain sky per epoch.", .estimate),
    .number(
      "clear_strength", \.clearStrength, "dB-Hz", 0...60,
      "C/N0 of the fourth satellite above which it is not received through a roof.", .estimate),
    .number(
      "sparse_strength", \.sparseStrength, "dB-Hz", 0...60,
      "C/N0 of the fourth satellite that excludes a roof where transmitters are sparse; "
        + "a building hides half the sky.",
      .fitted("the hospital without access points, with seeds 1 to 8")),
    .number(
      "open_strength", \.openStrength, "dB-Hz", 0...60,
      "C/N0 of the fourth satellite above which an epoch counts as open sky.", .estimate),
    .number(
      "closed_strength", \.closedStrength, "dB-Hz", 0...60,
      "C/N0 of the fourth satellite below which a run of open-sky epochs ends.", .estimate),
    .count(
      "open_epochs", \.openEpochs, 1...100,
      "Number of consecutive epochs or fixes for a decision.", .estimate),
    .count(
      "most_epochs", \.maxEpochs, 1...1000,
      "Maximum count of open-sky epochs.", .estimate),
    .number(
      "clear_accuracy", \.clearAccuracy, "m", 0.5...1000,
      "Maximum accuracy radius of a GNSS fix that is used.", .estimate),
    .number(
      "far_way", \.minAbsentMetres, "m", 0...1000,
      "Minimum distance of a GNSS fix for the phone to count as absent.", .estimate),
    .number(
      "far_accuracies", \.farAccuracies, "", 0...10,
      "Multiple of the GNSS accuracy added to the minimum distance.", .estimate),
    .time(
      "absence", \.absence, 0...3600,
      "Time after leaving without a new start.", .estimate),
    .number(
      "door_reach", \.doorReach, "m", 0...500,
      "Maximum distance to an outer door for a phone that may have gone out.", .estimate),
  ]
}
