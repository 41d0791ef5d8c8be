public import Documents
public import Kernel

/// When the phone is taken to be elsewhere.
public struct IndoorAbsenceDials: DialSet {
  public var silence = SimDuration.seconds(25)
  public var sparseSilence = SimDuration.seconds(300)
  public var silentWay = 60.0
  public var sparseShare = 0.5
  public var fastest = 17.9

  /// Creates the defaults.
  public init() {}

  public static let dials: [Dial<Self>] = [
    .time(
      "silence", \.silence, 1...3600,
      "For how long nothing known may be heard before the phone is elsewhere.", .estimate),
    .time(
      "sparse_silence", \.sparseSilence, 1...7200,
      "For how long it is followed by its steps alone where little was heard before.",
      .fitted("the hospital and the casino with seeds 1 to 8")),
    .number(
      "silent_way", \.silentWay, "m", 0...2000,
      "Over which way it is followed so.",
      .fitted("the hospital and the casino with seeds 1 to 8, where 150 m is no better")),
    .number(
      "sparse_share", \.sparseShare, "share", 0...1,
      "How little must have been heard for that, from 0 for enough to 1 for hardly anything.",
      .estimate),
    .number(
      "fastest", \.fastest, "m/s", 1...100,
      "Beyond which speed by satellites nobody is indoors: 40 mph.", .talk("W14-708")),
  ]
}
