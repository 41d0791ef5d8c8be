import Kernel

/// What a phone has heard of one kind of sender since it last went anywhere.
///
/// On the spot the same shadows are heard again: readings there are averaged, which takes their noise
/// away and nothing else, and the average is weighed in place of what was weighed before.
struct RadioAnchor: Sendable {
  private let parameters: IndoorAnchorDials
  private let isBeacon: Bool
  /// The variance of single readings on a spot, in dB².
  private let noise: Float
  private var sums, counts: [Float]
  private var heard: [Int] = []
  private var visits = 0
  private var nextVisit = 0
  /// How many readings there were here, and how many since particles were weighed by them.
  private var readings = 0, fresh = 0
  /// How far the phone has gone since it was last elsewhere, in m.
  var way = 100.0
  /// How much of what is heard here is news, and whether particles were weighed by any of it.
  private(set) var news = 1.0
  var isWeighed = false
  /// Whether what was heard last says that the phone is carried, though nobody walks with it.
  private(set) var isCarried = false

  init(
    senders: Int, isBeacon: Bool, noise: Float, _ parameters: IndoorAnchorDials
  ) {
    self.parameters = parameters
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
    isCarried = way <= parameters.spot && isElsewhere(due)
    if isCarried { way = max(way, parameters.newsWay) }
    let isNew = way > parameters.spot || visits == 0
    if isNew {
      for sender in heard { (sums[sender], counts[sender]) = (0, 0) }
      heard.removeAll(keepingCapacity: true)
      (visits, nextVisit, readings, fresh) = (0, 2, 0, 0)
      news = min(1, parameters.leastNews + way / parameters.newsWay)
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
      return strongest(of: due)
    }
    // The rest of a scan is hardly news.
    guard visits >= nextVisit, parameters.leastFresh * Double(readings) <= Double(fresh) else {
      return nil
    }
    fresh = 0
    nextVisit = visits + max(1, visits / 2)
    return strongest(of: all)
  }

  /// Whether readings differ from those before by more than noise, and by how well the phone hears.
  private func isElsewhere(_ due: [HeardLevel]) -> Bool {
    var (count, total, sum, squares): (Float, Float, Float, Float) = (0, 0, 0, 0)
    for reading in due where counts[reading.sender] > 0 {
      let before = counts[reading.sender]
      let residual = reading.level - sums[reading.sender] / before
      let weight = 1 / (noise * (1 + 1 / before))
      count += 1
      total += weight
      sum += weight * residual
      squares += weight * residual * residual
    }
    guard count >= parameters.leastCommon else { return false }
    return (squares - sum * sum / total) / (count - 1) > parameters.restless
  }

  /// Takes what all particles have just been put by: what is heard next on the spot is weighed in its
  /// place.
  ///
  /// - Parameter due: The readings.
  /// - Returns: What particles count as weighed by.
  mutating func begin(with due: [HeardLevel]) -> [HeardLevel] {
    way = .infinity
    _ = take(due)
    way = 0
    isWeighed = !due.isEmpty
    return strongest(of: all)
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
  var strongest: [HeardLevel] { Self.strongest(all, parameters.searchReadings) }

  /// Has everything that was heard here weighed again soon, since there are new particles which it
  /// wasn't weighed for.
  mutating func weighAnew() {
    isWeighed = false
    (nextVisit, fresh) = (visits, readings)
  }

  /// As many of some readings as are weighed at once.
  private func strongest(of heard: [HeardLevel]) -> [HeardLevel] {
    Self.strongest(heard, parameters.mostReadings)
  }

  private static func strongest(_ heard: [HeardLevel], _ most: Int) -> [HeardLevel] {
    guard heard.count > most else { return heard }
    return Array(
      heard.sorted { ($0.level, $1.sender) > ($1.level, $0.sender) }.prefix(most))
  }
}
