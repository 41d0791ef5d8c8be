public import Documents

// "guide" is the platform vendor's programming guide; W12-303 and the like are sessions of its
// developer conference, by year and number.

extension VisitJournal.Parameters {
  /// Configurable parameters.
  public static let parameters: [Parameter<Self>] = [
    .time(
      "shortest_leg", \.shortestLeg, 0...86_400,
      "Minimum duration of a leg; shorter ones merge with their neighbours.", .estimate),
    .time(
      "max_shift", \.maxShift, 0...86_400,
      "Maximum shift of an arrival or departure to the end of a movement.", .estimate),
    .time(
      "reach", \.reach, 1...31_536_000, "Retention of the journal.",
      .documented("seven days")),
    .count(
      "capacity", \.capacity, 1...10_000_000, "Maximum number of visits and of reports.",
      .assumed("bounds the memory")),
  ]
}
