import Kernel

/// What a phone has heard of one kind of sender since it last went anywhere.
///
/// On the spot the same shadows are heard again: readings there are averaged, which takes their noise
/// away and nothing else, and the average is weighed in place of what was weighed before.
struct RadioAnchor: Sendable {
  /// How far one goes to be elsewhere, in m; an estimate.
  static let spot = 1.5
  /// How much is news at once, and over which way all of it is, in m; estimates.
  private static let leastNews = 0.15, newsMetres = 4.0

  /// How many readings are weighed at once at most, the strongest: more share their errors with them.
  private static let most = 60
  /// How many of the strongest tell whether the phone is elsewhere; as good as all on real walks (site 1
  /// of the Indoor Location Competition 2.0; IPIN 2023, track 3), and twice as fast.
  private static let enough = 24

  private let isBeacon: Bool
  private var sums, counts: [Float]
  private var heard: [Int] = []
  private var visits = 0
  private var nextVisit = 0
  /// How far the phone has gone since it was last elsewhere, in m.
  var way = 100.0
  /// How much of what is heard here is news, and what was weighed last.
  private(set) var news = 1.0
  var weighed: [HeardLevel] = []

  init(senders: Int, isBeacon: Bool) {
    self.isBeacon = isBeacon
    sums = [Float](repeating: 0, count: senders)
    counts = sums
  }

  /// Takes readings.
  ///
  /// - Parameter due: The readings.
  /// - Returns: What is to be weighed now; nil if it is hardly better known than before.
  mutating func take(_ due: [HeardLevel]) -> [HeardLevel]? {
    let isNew = way > Self.spot || visits == 0
    if isNew {
      for sender in heard { (sums[sender], counts[sender]) = (0, 0) }
      heard.removeAll(keepingCapacity: true)
      (visits, nextVisit) = (0, 2)
      news = min(1, Self.leastNews + way / Self.newsMetres)
      weighed = []
      way = 0
    }
    visits += 1
    for reading in due {
      if counts[reading.sender] == 0 { heard.append(reading.sender) }
      sums[reading.sender] += reading.level
      counts[reading.sender] += 1
    }
    if isNew { return Self.strongest(due) }
    guard visits >= nextVisit else { return nil }
    nextVisit = visits + max(1, visits / 2)
    return Self.strongest(all)
  }

  /// Takes what all guesses have just been put by: what is heard next on the spot is weighed in its
  /// place.
  mutating func begin(with due: [HeardLevel]) {
    way = .infinity
    _ = take(due)
    weighed = Self.strongest(all)
    way = 0
  }

  /// All that was heard here, averaged.
  ///
  /// A reading of each sender, with the count of what went into it.
  var all: [HeardLevel] {
    heard.sorted().map { sender in
      HeardLevel(
        sender: sender, level: sums[sender] / counts[sender], isBeacon: isBeacon,
        count: counts[sender])
    }
  }

  /// What was heard best here, averaged: enough to look for the phone elsewhere by.
  var strongest: [HeardLevel] { Self.strongest(all, Self.enough) }

  /// Has everything that was heard here weighed again soon, since there are new guesses which it
  /// wasn't weighed for.
  mutating func weighAnew() {
    weighed = []
    nextVisit = visits
  }

  private static func strongest(_ heard: [HeardLevel], _ most: Int = most) -> [HeardLevel] {
    guard heard.count > most else { return heard }
    return Array(
      heard.sorted { ($0.level, $1.sender) > ($1.level, $0.sender) }.prefix(most))
  }
}
