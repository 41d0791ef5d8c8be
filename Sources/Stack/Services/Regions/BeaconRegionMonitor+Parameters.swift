public import Documents

// "guide" is the platform vendor's programming guide; W12-303 and the like are sessions of its
// developer conference, by year and number.

extension BeaconRegionMonitor.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = entries + exits

  private static let entries: [Parameter<Self>] = [
    .number(
      "strong_level", \.strongLevel, "dBm", -130...20,
      "RSSI from which one advertisement is an entry.",
      .assumed("15 dB above the sensitivity of phones' chips, -96 to -98 dBm in data sheets")),
    .number(
      "loud_level", \.loudLevel, "dBm", -130...20,
      "Smoothed RSSI from which a phone isn't at the edge of coverage.", .estimate),
    .number(
      "entry_score", \.entryScore, "", 0...1000,
      "Decaying count of weak advertisements that is an entry.", .estimate),
    .time(
      "score_span", \.scoreSpan, 0.1...3600, "Age at which an advertisement counts a third.",
      .estimate),
    .number(
      "smoothing", \.smoothing, "", 0...1,
      "Smoothing gain of RSSI.", .estimate),
    .time(
      "level_memory", \.levelMemory, 0...86_400,
      "Gap after which the smoothed RSSI restarts.", .estimate),
    .number(
      "first_discount", \.firstDiscount, "dB", 0...40,
      "Discount of the first value when the smoothed RSSI restarts.",
      .assumed("it may be an outlier")),
    .count(
      "capacity", \.capacity, 0...1_000_000, "Maximum number of beacon regions of all apps.",
      .assumed("bounds the memory")),
  ]

  private static let exits: [Parameter<Self>] = [
    .time(
      "silence", \.silence, 0...86_400, "Minimum exit timeout.",
      .read("Radius Networks 2015, 2017: exits 20 to 30 s after leaving, 35 to 42 s in the mean")),
    .time(
      "longest_silence", \.longestSilence, 0...86_400,
      "Maximum exit timeout away from the edge of coverage.",
      .read("Radius Networks: some exits take over 2 min")),
    .time(
      "edge_silence", \.edgeSilence, 0...86_400,
      "Maximum exit timeout at the edge of coverage.", .estimate),
    .time(
      "edge_after", \.edgeAfter, 0...86_400,
      "Duration of weak signals that means the edge of coverage.",
      .assumed("leaving is faster")),
    .time(
      "first_silence", \.firstSilence, 0...86_400,
      "Silence after which the first state is outside, with an app in use.", .estimate),
    .number(
      "mean_gaps", \.meanGaps, "", 0...1000,
      "Exit timeout in multiples of the mean gap.", .estimate),
    .number(
      "longest_gaps", \.longestGaps, "", 0...1000, "Exit timeout in multiples of the longest gap.",
      .estimate),
    .number(
      "edge_gaps", \.edgeGaps, "", 0...1000,
      "Exit timeout at the edge of coverage, in multiples of the longest gap.", .estimate),
    .time(
      "edge_least", \.edgeMin, 0...86_400,
      "Minimum exit timeout at the edge of coverage with few gaps.", .estimate),
    .number(
      "gap_share", \.gapShare, "", 0...1, "Smoothing gain of the mean gap.", .estimate),
    .time(
      "gap_memory", \.gapMemory, 1...604_800, "Memory of the longest gap.",
      .estimate),
    .count(
      "least_gaps", \.minGaps, 0...1000,
      "Minimum number of gaps for gap statistics at the edge of coverage.", .estimate),
  ]
}
