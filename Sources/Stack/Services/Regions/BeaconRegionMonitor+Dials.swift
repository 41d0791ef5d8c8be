public import Documents

// "guide" is the owner's programming guide; W12-303 and the like are sessions of its developer
// conference by year and number.

extension BeaconRegionMonitor.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = entries + exits

  private static let entries: [Dial<Self>] = [
    .number(
      "strong_level", \.strongLevel, "dBm", -130...20,
      "The strength that one advertisement alone makes an entry by.",
      .assumed("15 dB above what phones' chips just decode, -96 to -98 dBm in data sheets")),
    .number(
      "loud_level", \.loudLevel, "dBm", -130...20,
      "The smoothed strength above which a phone isn't at the edge of reach.", .estimate),
    .number(
      "entry_score", \.entryScore, "", 0...1000,
      "How many weak advertisements of late make an entry.", .estimate),
    .time(
      "score_span", \.scoreSpan, 0.1...3600, "After which time an advertisement counts a third.",
      .estimate),
    .number(
      "smoothing", \.smoothing, "", 0...1,
      "How much each advertisement moves the smoothed strength.", .estimate),
    .time(
      "level_memory", \.levelMemory, 0...86_400,
      "After which silence the smoothed strength begins anew.", .estimate),
    .number(
      "first_discount", \.firstDiscount, "dB", 0...40,
      "By how much less than what is heard then the smoothed strength begins.",
      .assumed("it may be a lucky one")),
    .count(
      "capacity", \.capacity, 0...1_000_000, "How many beacon regions of all apps are kept.",
      .assumed("bounds the memory")),
  ]

  private static let exits: [Dial<Self>] = [
    .time(
      "silence", \.silence, 0...86_400, "How long silence must be for an exit.",
      .read("Radius Networks 2015, 2017: exits 20 to 30 s after leaving, 35 to 42 s in the mean")),
    .time(
      "longest_silence", \.longestSilence, 0...86_400,
      "The longest that silence need be away from the edge of reach.",
      .read("Radius Networks: some exits take over 2 min")),
    .time(
      "edge_silence", \.edgeSilence, 0...86_400,
      "The longest that silence need be for whoever stays at the edge of reach.", .estimate),
    .time(
      "edge_after", \.edgeAfter, 0...86_400,
      "How long signals must be weak to be at the edge of reach.",
      .assumed("who leaves is through it sooner")),
    .time(
      "first_silence", \.firstSilence, 0...86_400,
      "After which silence the first state is outside, in use.", .estimate),
    .number(
      "mean_gaps", \.meanGaps, "", 0...1000, "How many mean silences make an exit.", .estimate),
    .number(
      "longest_gaps", \.longestGaps, "", 0...1000, "How many longest silences make an exit.",
      .estimate),
    .number(
      "edge_gaps", \.edgeGaps, "", 0...1000,
      "How many longest silences make an exit at the edge of reach.", .estimate),
    .time(
      "edge_least", \.edgeLeast, 0...86_400,
      "How long silence must be at the edge while little is known of it.", .estimate),
    .number(
      "gap_share", \.gapShare, "", 0...1, "How much each silence moves the mean one.", .estimate),
    .time(
      "gap_memory", \.gapMemory, 1...604_800, "Over which silence the longest one is forgotten.",
      .estimate),
    .count(
      "least_gaps", \.leastGaps, 0...1000,
      "How many silences must have been heard at the edge to be known.", .estimate),
  ]
}
