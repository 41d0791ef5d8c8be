public import Documents
public import Kernel

/// What satellites tell of a phone in a building, or before its door.
public struct IndoorSkyDials: DialSet {
  public var evenStrength = 25.0
  public var strengthScale = 5.0
  public var missingStrength = 15.0
  public var weight = 0.5
  public var clearStrength = 33.0
  public var sparseStrength = 28.0
  public var openStrength = 36.5
  public var closedStrength = 34.5
  public var openEpochs = 4
  public var mostEpochs = 10
  public var clearAccuracy = 25.0
  public var farWay = 30.0
  public var farAccuracies = 2.0
  public var absence = SimDuration.seconds(20)
  public var doorReach = 40.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .number(
      "even_strength", \.evenStrength, "dB-Hz", 0...60,
      "How strong the fourth satellite is as often by a door inside as before it.",
      .fitted(
        "simulated phones of the mall and the airport with seeds 2 and 5, which have 24 to 33 "
          + "a metre before it and next to nothing behind it")),
    .number(
      "strength_scale", \.strengthScale, "dB", 0.1...60,
      "How much stronger or weaker makes it all but sure.", .estimate),
    .number(
      "missing_strength", \.missingStrength, "dB-Hz", 0...60,
      "How strong the fourth counts as where there are fewer.", .estimate),
    .number(
      "weight", \.weight, "", 0...10,
      "What a sure sky is worth, as a log for each epoch.", .estimate),
    .number(
      "clear_strength", \.clearStrength, "dB-Hz", 0...60,
      "From which strength on the fourth isn't seen through a roof.", .estimate),
    .number(
      "sparse_strength", \.sparseStrength, "dB-Hz", 0...60,
      "The same where little is heard, so that satellites have to tell: before a house half "
        + "the sky is hidden.",
      .fitted("the hospital without access points, with seeds 1 to 8")),
    .number(
      "open_strength", \.openStrength, "dB-Hz", 0...60,
      "From which strength on an epoch is as in the open.", .estimate),
    .number(
      "closed_strength", \.closedStrength, "dB-Hz", 0...60,
      "Below which strength the epochs in the open are over.", .estimate),
    .count(
      "open_epochs", \.openEpochs, 1...100,
      "How many epochs or locations in a row it takes.", .estimate),
    .count(
      "most_epochs", \.mostEpochs, 1...1000,
      "How many epochs in the open are counted at most.", .estimate),
    .number(
      "clear_accuracy", \.clearAccuracy, "m", 0.5...1000,
      "How sure of a place satellites must be.", .estimate),
    .number(
      "far_way", \.farWay, "m", 0...1000,
      "How far off it must be for the phone to be elsewhere.", .estimate),
    .number(
      "far_accuracies", \.farAccuracies, "", 0...10,
      "How many of its accuracies further off it must be.", .estimate),
    .time(
      "absence", \.absence, 0...3600,
      "For how long the phone isn't looked for here then.", .estimate),
    .number(
      "door_reach", \.doorReach, "m", 0...500,
      "How near a door a phone must seem that may have gone out.", .estimate),
  ]
}
