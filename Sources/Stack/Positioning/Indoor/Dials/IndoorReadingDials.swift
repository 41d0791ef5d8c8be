public import Documents
public import Kernel

/// How readings of access points and beacons are taken.
public struct IndoorReadingDials: DialSet {
  public var patience = SimDuration.seconds(3)
  public var oldest = SimDuration.seconds(5)
  public var forerun = SimDuration.seconds(2)
  public var beaconLag = 0.5
  public var enoughSenders = 12.0
  public var fewSenders = 4.0

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .time(
      "patience", \.patience, 0...30,
      "How long readings wait for motion to catch up.", .estimate),
    .time(
      "oldest", \.oldest, 1...60,
      "How old a reading may be; systems repeat what they heard long ago.",
      .fitted(
        "the ten walks of site 1 of the Indoor Location Competition 2.0, where 5 s are best "
          + "of 4 to 15 s")),
    .time(
      "forerun", \.forerun, 0...30,
      "For how long before motion was first known the phone is taken to have stood.", .estimate),
    .number(
      "beacon_lag", \.beaconLag, "s", 0...5,
      "How long before the last of some beacon's readings in a row their mean was heard.",
      .estimate),
    .number(
      "enough_senders", \.enoughSenders, "", 0...100,
      "From how many senders heard within some seconds on there is enough to go by.", .estimate),
    .number(
      "few_senders", \.fewSenders, "", 0...100,
      "Down from how many senders that is as little as can be.", .estimate),
  ]
}
