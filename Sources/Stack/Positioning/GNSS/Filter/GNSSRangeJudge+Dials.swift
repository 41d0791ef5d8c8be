public import Documents

extension GNSSRangeJudge {
  /// How ranges are taken in: what is off, and what lasts.
  public struct Parameters: DialSet {
    // Outliers: from how many standard deviations on ranges lose weight, and are left out.
    public var longLimit = 1.5
    public var shortLimit = 2.0
    public var longRejection = 4.0
    public var shortRejection = 5.0
    public var mostSize = 3.0
    // How long errors last.
    public var echoSeconds = 80.0
    public var echoMetres = 10.0
    public var leastEchoSpeed = 0.1
    public var slowSeconds = 150.0
    public var stillSlowSeconds = 600.0
    // What a satellite's ranges have been like.
    public var habitSeconds = 60.0
    public var habitLimit = 1.7
    public var habitEchoShare = 0.5
    public var habitEpochs = 30.0
    public var mostHabit = 25.0
    public var forgettingSeconds = 600.0

    /// Creates the defaults.
    public init() {}

    public static let dials: [Dial<Self>] = [
      .number(
        "long_limit", \.longLimit, "", 0.5...20,
        "From so many standard deviations on a range that is too long loses weight.", .estimate),
      .number(
        "short_limit", \.shortLimit, "", 0.5...20, "The same for one that is too short.", .estimate),
      .number(
        "long_rejection", \.longRejection, "", 1...100,
        "From so many on a range that is too long is left out.", .estimate),
      .number(
        "short_rejection", \.shortRejection, "", 1...100, "The same for one that is too short.",
        .estimate),
      .number(
        "most_size", \.mostSize, "", 1...100,
        "So many standard deviations at most count as disagreement.", .estimate),
      .number(
        "echo", \.echoSeconds, "s", 0...3600, "How long echoes last for a receiver at rest.",
        .assumed("60 to 200 s")),
      .number(
        "echo_way", \.echoMetres, "m", 0.1...1000,
        "How far a moving receiver goes until echoes have changed.", .assumed("5 to 10 m")),
      .number(
        "least_echo_speed", \.leastEchoSpeed, "m/s", 0.01...10,
        "Echoes change no slower than at this speed.", .estimate),
      .number(
        "slow", \.slowSeconds, "s", 0...7200,
        "How long the errors of orbits and the atmosphere last.",
        .assumed("they last half an hour to two; neighbourhoods change sooner")),
      .number(
        "still_slow", \.stillSlowSeconds, "s", 0...7200,
        "The same at rest, where the neighbourhood doesn't change meanwhile.", .estimate),
      .number(
        "habit", \.habitSeconds, "s", 1...3600,
        "Over how long a satellite's residuals are averaged, to see whether it is off for good.",
        .estimate),
      .number(
        "habit_limit", \.habitLimit, "", 0.1...100,
        "How many times its expected square such a mean may have.", .estimate),
      .number(
        "habit_echo_share", \.habitEchoShare, "share", 0...1,
        "How much of the variance of echoes such a mean may have.", .estimate),
      .number(
        "habit_epochs", \.habitEpochs, "", 1...1000,
        "So many epochs at most average a range's noise.", .estimate),
      .number(
        "most_habit", \.mostHabit, "", 1...1000,
        "The most by which such a mean takes weight from a satellite.", .estimate),
      .number(
        "forgetting", \.forgettingSeconds, "s", 1...7200,
        "After such a silence a satellite counts as new.", .estimate),
    ]
  }
}
