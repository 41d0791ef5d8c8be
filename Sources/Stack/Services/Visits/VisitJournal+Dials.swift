public import Documents

// "guide" is the owner's programming guide; W12-303 and the like are sessions of its developer
// conference by year and number.

extension VisitJournal.Parameters {
  /// What can be turned.
  public static let dials: [Dial<Self>] = [
    .time(
      "shortest_leg", \.shortestLeg, 0...86_400,
      "Parts of a way shorter than this belong to those beside them.", .estimate),
    .time(
      "reach", \.reach, 1...31_536_000, "How far back the journal reaches.",
      .documented("seven days")),
    .count(
      "capacity", \.capacity, 1...10_000_000, "How many visits and reports are kept.",
      .assumed("bounds the memory")),
  ]
}
