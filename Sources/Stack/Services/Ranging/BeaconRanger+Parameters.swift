public import Documents

// "guide" is the platform vendor's programming guide; W12-303 and the like are sessions of its
// developer conference, by year and number.

extension BeaconRanger.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .time(
      "period", \.period, 0.1...3600, "Interval of ranging reports.",
      .read("developers' measurements: once a second; the reference says only regularly")),
    .time(
      "span", \.span, 0.1...600, "Half-weight age of an advertisement.",
      .fitted("chosen of 1 to 8 s in the simulated museum")),
    .number(
      "exponent", \.exponent, "", 1...6, "Path loss exponent.",
      .read("Strzoda 2022 measured 2.03 indoors; 2 in the open")),
    .number(
      "carried_loss", \.carriedLoss, "dB", 0...30,
      "Mean loss by fading, hand and body, relative to the power that a beacon states.",
      .fitted("simulated phones held towards beacons at 0.3, 1.5 and 8 m")),
    .number(
      "immediate", \.immediateMetres, "m", 0.01...10, "Maximum distance of an immediate beacon.",
      .fitted("between 0.3 and 1.5 m; developers measured 0.3 to 0.5 m, W13-310 says 10 cm")),
    .number(
      "near", \.nearMetres, "m", 0.1...100, "Maximum distance of a near beacon.",
      .fitted("between 1.5 and 8 m; W13-310: near is 2 to 3 m")),
    .number(
      "resolvable", \.resolvableMetres, "m", 0.1...1000,
      "Maximum distance at which an unknown proximity becomes known.",
      .assumed("beyond it the strongest may be on another floor, in the simulated museum")),
    .number(
      "lost", \.lostMetres, "m", 0.1...1000, "Distance from which proximity becomes unknown.",
      .fitted("nine of ten simulated readings at 8 m are stronger")),
    .number(
      "hysteresis", \.hysteresis, "", 1...10,
      "Hysteresis factor at the limits between proximity classes.", .estimate),
    .number(
      "lead", \.leadDecibels, "dB", 0...40,
      "Minimum lead of another beacon to become the first, in two reports in a row.", .estimate),
    .number(
      "place_scatter", \.positionScatter, "dB", 0...30, "Sigma of RSSI over positions.",
      .read("Strzoda 2022: 3.5 to 5.9 dB, including the sigma between advertisements")),
    .number(
      "moment_scatter", \.momentScatter, "dB", 0...30,
      "Sigma of RSSI between advertisements.",
      .read("Strzoda 2022: 3.5 to 5.9 dB, including the sigma over positions")),
    .time(
      "heard_for", \.receivedFor, 0...600, "Timeout after which a beacon's proximity is unknown.",
      .assumed("afterwards its strength is 0 (header: unknown)")),
    .time("listed_for", \.listedFor, 0...3600, "Timeout for listing a lost beacon.", .estimate),
    .count(
      "capacity", \.capacity, 0...1_000_000, "Maximum number of beacons and constraints.",
      .assumed("bounds the memory")),
  ]
}
