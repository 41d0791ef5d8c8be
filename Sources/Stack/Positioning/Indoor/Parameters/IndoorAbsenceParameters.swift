public import Documents
public import Kernel

/// Parameters of the detection that the phone has left the venue.
public struct IndoorAbsenceParameters: ParameterSet {
  public var silence = SimDuration.seconds(25)
  public var sparseSilence = SimDuration.seconds(300)
  public var silentPathMetres = 60.0
  public var sparseShare = 0.5
  public var fastest = 17.9

  public init() {}

  public static let parameters: [Parameter<Self>] = [
    .time(
      "silence", \.silence, 1...3600,
      "Time without any known transmitter after which the phone counts as absent.", .estimate),
    .time(
      "sparse_silence", \.sparseSilence, 1...7200,
      "Time without any known transmitter before absence, where transmitters are sparse "
        + "and steps are known.",
      .fitted("the hospital and the casino with seeds 1 to 8")),
    .number(
      "silent_way", \.silentPathMetres, "m", 0...2000,
      "Maximum walked distance by dead reckoning alone without any known transmitter.",
      .fitted("the hospital and the casino with seeds 1 to 8, where 150 m is no better")),
    .number(
      "sparse_share", \.sparseShare, "share", 0...1,
      "Minimum sparsity (0 for enough transmitters, 1 for hardly any) for pure dead "
        + "reckoning.",
      .estimate),
    .number(
      "fastest", \.fastest, "m/s", 1...100,
      "Maximum GNSS speed of a phone indoors: 40 mph.", .talk("W14-708")),
  ]
}
