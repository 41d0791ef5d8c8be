public import Documents

// "guide" is the owner's programming guide; W12-303 and the like are sessions of its developer
// conference by year and number.

extension BeaconRanger.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .time(
      "period", \.period, 0.1...3600, "How often reports come.",
      .read("developers' measurements: once a second; the reference says only regularly")),
    .time(
      "span", \.span, 0.1...600, "After which time an advertisement counts half.",
      .fitted("chosen of 1 to 8 s in the simulated museum")),
    .number(
      "exponent", \.exponent, "", 1...6, "How strength falls with distance.",
      .read("Strzoda 2022 measured 2.03 indoors; 2 in the open")),
    .number(
      "immediate", \.immediateMetres, "m", 0.01...10, "Up to which distance a beacon is immediate.",
      .read("developers' measurements: 0.3 to 0.5 m; W13-310 says 10 cm")),
    .number(
      "near", \.nearMetres, "m", 0.1...100, "Up to which distance a beacon is near.",
      .talk("W13-310: near is 2 to 3 m")),
    .number(
      "resolvable", \.resolvableMetres, "m", 0.1...1000,
      "From which distance on nearness can't be resolved.",
      .assumed("farther off the strongest may be on another floor, in the simulated museum")),
    .number(
      "hysteresis", \.hysteresis, "", 1...10,
      "The factor by which a limit between classes must be passed.", .estimate),
    .number(
      "lead", \.leadDecibels, "dB", 0...40,
      "By how much another must be stronger to be first, twice running.", .estimate),
    .number(
      "place_scatter", \.placeScatter, "dB", 0...30, "The scatter of strength over places.",
      .read("Strzoda 2022: 3.5 to 5.9 dB with that from moment to moment")),
    .number(
      "moment_scatter", \.momentScatter, "dB", 0...30,
      "The scatter of strength from one advertisement to the next.",
      .read("Strzoda 2022: 3.5 to 5.9 dB with that over places")),
    .time(
      "heard_for", \.heardFor, 0...600, "How long a beacon counts as heard.",
      .assumed("afterwards its strength is 0 (header: unknown)")),
    .time("listed_for", \.listedFor, 0...3600, "How long a beacon is listed.", .estimate),
    .count(
      "capacity", \.capacity, 0...1_000_000, "How many beacons and constraints are kept.",
      .assumed("bounds the memory")),
  ]
}
