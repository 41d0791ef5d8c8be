import Kernel

/// Averages of the readings of one kind since the phone last moved.
///
/// At one spot the shadowing stays the same. Averaging there removes the noise of readings and
/// nothing else, and the average replaces what was weighted before.
struct RadioAnchor: Sendable {
  private let parameters: IndoorAnchorParameters
  private let isBeacon: Bool
  /// Variance of single readings at a spot, in dB².
  private let noise: Float
  private var sums, counts: [Float]
  private var received: [Int] = []
  private var visits = 0
  private var nextVisit = 0
  /// Number of readings at the spot, and number since the last weighting.
  private var readings = 0, fresh = 0
  /// Distance moved since the last change of spot, in m.
  var way = 100.0
  /// Share of new information in the spot's readings; `isWeighed` is true after a first weighting.
  private(set) var news = 1.0
  var isWeighed = false
  /// True if the last readings show that the phone is carried, though there are no steps.
  private(set) var isCarried = false

  init(
    senders: Int, isBeacon: Bool, noise: Float, _ parameters: IndoorAnchorParameters
  ) {
    self.parameters = parameters
    self.isBeacon = isBeacon
    self.noise = noise
    sums = [Float](repeating: 0, count: senders)
    counts = sums
  }

  /// Adds readings.
  ///
  /// - Returns: The averages to weight now; nil if they have hardly improved.
  mutating func process(_ due: [ReceivedLevel]) -> [ReceivedLevel]? {
    isCarried = way <= parameters.spot && isElsewhere(due)
    if isCarried { way = max(way, parameters.newInformationMetres) }
    let isNew = way > parameters.spot || visits == 0
    if isNew {
      for sender in received { (sums[sender], counts[sender]) = (0, 0) }
      received.removeAll(keepingCapacity: true)
      (visits, nextVisit, readings, fresh) = (0, 2, 0, 0)
      news = min(1, parameters.minNewInformation + way / parameters.newInformationMetres)
      isWeighed = false
      way = 0
    }
    visits += 1
    readings += due.count
    fresh += due.count
    for reading in due {
      if counts[reading.sender] == 0 { received.append(reading.sender) }
      sums[reading.sender] += reading.level
      counts[reading.sender] += 1
    }
    if isNew {
      fresh = 0
      return strongest(of: due)
    }
    // The rest of the same scan is hardly new information.
    guard visits >= nextVisit, parameters.minFresh * Double(readings) <= Double(fresh) else {
      return nil
    }
    fresh = 0
    nextVisit = visits + max(1, visits / 2)
    return strongest(of: all)
  }

  /// True if readings differ from the averages by more than noise and a common offset.
  private func isElsewhere(_ due: [ReceivedLevel]) -> Bool {
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
    guard count >= parameters.minCommon else { return false }
    return (squares - sum * sum / total) / (count - 1) > parameters.carriedThreshold
  }

  /// Starts a spot with the readings from which all particles were drawn.
  ///
  /// The next averages at the spot replace them.
  ///
  /// - Returns: The readings that count as weighted.
  mutating func begin(with due: [ReceivedLevel]) -> [ReceivedLevel] {
    way = .infinity
    _ = process(due)
    way = 0
    isWeighed = !due.isEmpty
    return strongest(of: all)
  }

  /// Averages of all transmitters at the spot, with their numbers of readings.
  var all: [ReceivedLevel] {
    received.sorted().map { sender in
      ReceivedLevel(
        sender: sender, level: sums[sender] / counts[sender], isBeacon: isBeacon,
        count: counts[sender])
    }
  }

  /// Averages of the strongest transmitters, for the search at other positions.
  var strongest: [ReceivedLevel] { Self.strongest(all, parameters.searchReadings) }

  /// Requests a new weighting of the averages, after particles were redrawn.
  mutating func weighAnew() {
    isWeighed = false
    (nextVisit, fresh) = (visits, readings)
  }

  /// Returns the readings that are weighted at once.
  private func strongest(of received: [ReceivedLevel]) -> [ReceivedLevel] {
    Self.strongest(received, parameters.maxReadings)
  }

  private static func strongest(_ received: [ReceivedLevel], _ maximum: Int) -> [ReceivedLevel] {
    guard received.count > maximum else { return received }
    return Array(
      received.sorted { ($0.level, $1.sender) > ($1.level, $0.sender) }.prefix(maximum))
  }
}
