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

  /// How many senders must have been heard before, an estimate, and how much more than noise their
  /// strengths must differ from what they were, as a square, for the phone not to be on the spot any more.
  ///
  /// Tried on the airport with seeds 1 to 8 (p95 5.4 m with 2.2, 5.7 m with 3, 6.2 m with 4, 10.6 m without)
  /// and on the museum with seed 1 (6.7 m, 5.5 m, 5.0 m, 5.2 m): who turns about there isn't carried.
  private static let leastCommon: Float = 6, restless: Float = 3.5

  /// How many of the readings must be new for guesses to be weighed by them anew, as a share.
  private static let leastFresh = 0.1

  private let isBeacon: Bool
  /// The variance of single readings on a spot, in dB².
  private let noise: Float
  private var sums, counts: [Float]
  private var heard: [Int] = []
  private var visits = 0
  private var nextVisit = 0
  /// How many readings there were here, and how many since guesses were weighed by them.
  private var readings = 0, fresh = 0
  /// How far the phone has gone since it was last elsewhere, in m.
  var way = 100.0
  /// How much of what is heard here is news, and whether guesses were weighed by any of it.
  private(set) var news = 1.0
  var isWeighed = false
  /// Whether what was heard last says that the phone is carried, though nobody walks with it.
  private(set) var isCarried = false

  init(senders: Int, isBeacon: Bool, noise: Float) {
    self.isBeacon = isBeacon
    self.noise = noise
    sums = [Float](repeating: 0, count: senders)
    counts = sums
  }

  /// Takes readings.
  ///
  /// - Parameter due: The readings.
  /// - Returns: What is to be weighed now; nil if it is hardly better known than before.
  mutating func take(_ due: [HeardLevel]) -> [HeardLevel]? {
    isCarried = way <= Self.spot && isElsewhere(due)
    if isCarried { way = max(way, Self.newsMetres) }
    let isNew = way > Self.spot || visits == 0
    if isNew {
      for sender in heard { (sums[sender], counts[sender]) = (0, 0) }
      heard.removeAll(keepingCapacity: true)
      (visits, nextVisit, readings, fresh) = (0, 2, 0, 0)
      news = min(1, Self.leastNews + way / Self.newsMetres)
      isWeighed = false
      way = 0
    }
    visits += 1
    readings += due.count
    fresh += due.count
    for reading in due {
      if counts[reading.sender] == 0 { heard.append(reading.sender) }
      sums[reading.sender] += reading.level
      counts[reading.sender] += 1
    }
    if isNew {
      fresh = 0
      return Self.strongest(due)
    }
    // The rest of a scan is hardly news.
    guard visits >= nextVisit, Self.leastFresh * Double(readings) <= Double(fresh) else {
      return nil
    }
    fresh = 0
    nextVisit = visits + max(1, visits / 2)
    return Self.strongest(all)
  }

  /// Whether readings differ from those before by more than noise, and by how well the phone hears.
  private func isElsewhere(_ due: [HeardLevel]) -> Bool {
    var (count, total, sum, squares): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for reading in due where counts[reading.sender] > 0 {
      let before = counts[reading.sender]
      let rest = reading.level - sums[reading.sender] / before
      let weight = 1 / (noise * (1 + 1 / before))
      count += 1
      total += weight
      sum += weight * rest
      squares += weight * rest * rest
    }
    guard count >= Self.leastCommon else { return false }
    return (squares - sum * sum / total) / (count - 1) > Self.restless
  }

  /// Takes what all guesses have just been put by: what is heard next on the spot is weighed in its
  /// place.
  ///
  /// - Parameter due: The readings.
  /// - Returns: What guesses count as weighed by.
  mutating func begin(with due: [HeardLevel]) -> [HeardLevel] {
    way = .infinity
    _ = take(due)
    way = 0
    isWeighed = !due.isEmpty
    return Self.strongest(all)
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
    isWeighed = false
    (nextVisit, fresh) = (visits, readings)
  }

  private static func strongest(_ heard: [HeardLevel], _ most: Int = most) -> [HeardLevel] {
    guard heard.count > most else { return heard }
    return Array(
      heard.sorted { ($0.level, $1.sender) > ($1.level, $0.sender) }.prefix(most))
  }
}
