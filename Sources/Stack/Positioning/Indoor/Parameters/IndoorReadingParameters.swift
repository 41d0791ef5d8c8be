public import Documents
public import Kernel

/// Parameters of the selection of readings.
public struct IndoorReadingParameters: ParameterSet {
  public var timeout = SimDuration.seconds(3)
  public var oldest = SimDuration.seconds(5)
  public var forerun = SimDuration.seconds(2)
  public var beaconLag = 0.5
  public var enoughSenders = 12.0
  public var fewSenders = 4.0

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .time(
      "patience", \.timeout, 0...30,
      "Maximum time that readings wait for motion data.", .estimate),
    .time(
      "oldest", \.oldest, 1...60,
      "Maximum age of a reading; operating systems repeat old scans.",
      .fitted(
        "the ten walks of site 1 of the Indoor Location Competition 2.0, where 5 s are best "
          + "of 4 to 15 s")),
    .time(
      "forerun", \.forerun, 0...30,
      "Time before the first motion data for which the phone is assumed at rest.", .estimate),
    .number(
      "beacon_lag", \.beaconLag, "s", 0...5,
      "Lag of the mean of consecutive beacon readings behind the last one.",
      .estimate),
    .number(
      "enough_senders", \.enoughSenders, "", 0...100,
      "Number of transmitters within some seconds that counts as enough (sparsity 0).", .estimate),
    .number(
      "few_senders", \.fewSenders, "", 0...100,
      "Number of transmitters within some seconds that counts as sparsest (sparsity 1).", .estimate),
  ]
}
