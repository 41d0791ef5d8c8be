import Geometry
import Glibc
import Kernel

/// A strength that the phone heard, ready to be weighed.
struct HeardLevel: Sendable {
  /// The sender's number in the radio field.
  var sender: Int
  /// In dBm.
  var level: Float
  var isBeacon: Bool
  /// How far the phone has come since, in its trace's frame, in m.
  var way = Vec2.zero
  /// Of how many readings it is the mean.
  var count: Float = 1
}

extension IndoorFilter {
  typealias Lanes = RadioPlaces.Lanes

  /// What a reading's usual error by a body in the way, crowds and doors comes to besides the survey's
  /// noise, in dB²; an estimate.
  private static let bodyVariance: Float = 10
  /// How much the offset may differ from one scan to the next, in dB²: the body turns.
  private static let offsetWander = 2.0
  /// From which strength on beacons are heard within some seconds, in dBm.
  ///
  /// Not to hear one costs a guess so much, as a log for each dB, and so much at most; tried on the
  /// museum with seeds 2 and 3.
  private static let surelyHeard: Float = -86
  private static let missingPerDecibel: Float = 0.15, mostForMissing: Float = 1.6
  /// How well the offset is ever known, in dB².
  ///
  /// Pockets and hands take some decibels; tried on the museum with seeds 1 to 4.
  private static let leastOffsetVariance = 9.0
  /// What the bearer's body makes of a sender ahead and takes from one behind, in dB: half of what
  /// walks along one line the same and the other way differ by (Indoor Location Competition 2.0,
  /// site 1: 3.6 to 6.6 dB).
  private static let bearerDecibels: Float = 2
  /// How near places must be for readings there to be taken together, in m.
  private static let together = 0.5

  /// Weighs all guesses by readings of one kind.
  ///
  /// - Parameters:
  ///   - heard: The readings, all of access points or all of beacons.
  ///   - before: Those among them that were weighed before, whose share is taken back.
  ///   - share: How much of it is news.
  /// - Returns: The mean squared error of a reading in standard deviations.
  mutating func weigh(
    _ heard: [HeardLevel], inPlaceOf before: [HeardLevel] = [], share: Double
  ) -> Double {
    guard let first = heard.first else { return 1 }
    let isBeacon = first.isBeacon
    let offset = Float(isBeacon ? beaconOffset : wifiOffset)
    let variance = Float(isBeacon ? beaconOffsetVariance : wifiOffsetVariance)
    if !before.isEmpty {
      var logs = weight
      addLikelihoods(of: before, share: -share, to: &logs)
      weight = logs
    }
    sumUp(heard, offset)
    let rate = rate(heard.count) * share
    var (mean, fit, sum, precision) = (0.0, 0.0, 0.0, 0.0)
    for block in sums.indices {
      let total = sums[block].precision
      let rest = sums[block].rest / total.within(1e-6, .infinity)
      let found = sums[block].explained(variance)
      for index in guesses(of: block) {
        let lane = index % RadioPlaces.width
        weight[index] += rate * Double(found.logLikelihood[lane])
        let likely = exp(weight[index])
        sum += likely
        mean += likely * Double(rest[lane])
        precision += likely * Double(total[lane])
        fit += likely * Double(found.unexplained[lane]) / Double(heard.count)
      }
    }
    guard sum > 0 else { return 1 }
    learn(mean / sum, 1 / max(precision / sum, 1e-6) + Self.offsetWander * 2, isBeacon)
    return fit / sum
  }

  /// Adds how likely each guess is by readings of one kind, as a log, by as much of it as is news.
  mutating func addLikelihoods(of heard: [HeardLevel], share: Double, to logs: inout [Double]) {
    guard let first = heard.first else { return }
    sumUp(heard, Float(first.isBeacon ? beaconOffset : wifiOffset))
    let variance = Float(first.isBeacon ? beaconOffsetVariance : wifiOffsetVariance)
    let rate = rate(heard.count) * share
    for block in sums.indices {
      let likely = sums[block].explained(variance).logLikelihood
      for index in guesses(of: block) {
        logs[index] += rate * Double(likely[index % RadioPlaces.width])
      }
    }
  }

  /// How much of each of some readings counts: together they are worth no more than a few that have
  /// nothing in common.
  func rate(_ count: Int) -> Double {
    min(
      parameters.radioShare + (1 - parameters.radioShare) * fewness,
      parameters.mostReadings / Double(max(1, count)))
  }

  /// How much a reading that is far off counts at most, as a square in standard deviations.
  ///
  /// No single sender that was moved or copied may outweigh all others; where there are few, none can be
  /// told to have been.
  func limit(of reading: HeardLevel) -> Float {
    (reading.isBeacon ? Self.mostForBeacon : Self.mostForAccessPoint)
      / Float(max(1e-3, 1 - fewness))
  }

  /// Beacons are carried off and copied, which access points seldom are.
  ///
  /// For these 12 to 22 are as good in three venues with seeds 1 to 16, but UJIIndoorLoc is worse with
  /// 12; estimates otherwise.
  private static let mostForBeacon: Float = 12, mostForAccessPoint: Float = 18

  private mutating func learn(_ rest: Double, _ variance: Double, _ isBeacon: Bool) {
    let known = (isBeacon ? beaconOffsetVariance : wifiOffsetVariance) + 0.2
    let gain = known / (known + variance)
    if isBeacon {
      beaconOffset += gain * rest
      beaconOffsetVariance = max(Self.leastOffsetVariance, (1 - gain) * known)
    } else {
      wifiOffset += gain * rest
      wifiOffsetVariance = max(Self.leastOffsetVariance, (1 - gain) * known)
    }
  }

  /// Sums up what readings of one kind say of each guess.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - offset: By how much the phone hears more than the survey's, in dB.
  mutating func sumUp(_ heard: [HeardLevel], _ offset: Float) {
    for block in sums.indices { sums[block] = RadioSums() }
    let usual = Self.bearerDecibels * usualLook
    var rest = heard
    while let first = rest.first {
      // What was heard at nearly the same moment was heard at nearly the same place.
      let isTogether = { (reading: HeardLevel) in
        reading.way.distance(to: first.way) < Self.together
      }
      let group = rest.filter(isTogether)
      rest.removeAll(where: isTogether)
      findSpots(before: group.reduce(Vec2.zero) { $0 + $1.way } / Double(group.count))
      clearSpotSums(spots.places)
      for reading in group {
        field.add(
          reading, reading.level - offset, noise(of: reading),
          limit: limit(of: reading), facing: usual, at: spots.places, to: &spotSums)
      }
      RadioSums.add(spotSums, of: spots.numbers, to: &sums)
    }
    if heading != .zero { turnSums(from: usual) }
  }

  /// Makes room for the sums of some places.
  mutating func clearSpotSums(_ places: RadioPlaces) {
    spotSums.removeAll(keepingCapacity: true)
    for _ in places.blocks { spotSums.append(RadioSums()) }
  }

  /// Takes it that each guess looks its own way, and not all the usual one.
  private mutating func turnSums(from usual: SIMD2<Float>) {
    for (block, look) in looks.enumerated() {
      sums[block].turn(
        by: (
          Self.bearerDecibels * look.east - usual.x, Self.bearerDecibels * look.north - usual.y
        ))
    }
  }

  /// The guesses whose sums a block has.
  @inline(__always)
  func guesses(of block: Int) -> Range<Int> {
    let first = block * RadioPlaces.width
    return first..<min(count, first + RadioPlaces.width)
  }

  /// Finds where guesses crowded when they hadn't come some way yet.
  private mutating func findSpots(before way: Vec2) {
    spots.find(count) { [x, y, plane, metre] index in
      (Vec2(x[index], y[index]) - way.turned(as: metre[index]), plane[index])
    }
  }

  /// The variance of a reading besides the survey's, in dB².
  func noise(of reading: HeardLevel) -> Float {
    (reading.isBeacon ? readingVariances.beacon : readingVariances.wifi) / reading.count
      + Self.bodyVariance
  }

  /// Takes that beacons weren't heard: where they are strong nobody is.
  ///
  /// - Parameter beacons: Their numbers.
  mutating func miss(_ beacons: [Int]) {
    let least = Self.surelyHeard - Float(beaconOffset)
    findSpots(before: .zero)
    var costs = [Lanes](repeating: .zero, count: spots.places.blocks.count)
    for sender in beacons {
      field.each(sender, at: spots.places) { block, found in
        // It may be dead, or somewhere else.
        costs[block] += (Self.missingPerDecibel * (found.level - least)).within(
          0, Self.mostForMissing)
      }
    }
    for index in 0..<count {
      let spot = spots.numbers[index]
      weight[index] -= Double(costs[spot / RadioPlaces.width][spot % RadioPlaces.width])
    }
  }

  /// By how much the phone may hear more than the survey's, in dB, and how sure that is, in dB², where
  /// the phone may be elsewhere: what was learned of it may have been learned at the wrong place, where
  /// anything can be explained by hearing much better.
  func openOffset(_ isBeacon: Bool) -> (mean: Float, variance: Float) {
    let (mean, variance) =
      isBeacon ? (beaconOffset, beaconOffsetVariance) : (wifiOffset, wifiOffsetVariance)
    return (Float(0.5 * mean), Float(max(Self.openVariance, variance)))
  }

  private static let openVariance = 25.0

  /// Doubts what was learned of how well the phone hears.
  mutating func openOffsets() {
    for isBeacon in [false, true] {
      let open = openOffset(isBeacon)
      if isBeacon {
        (beaconOffset, beaconOffsetVariance) = (Double(open.mean), Double(open.variance))
      } else {
        (wifiOffset, wifiOffsetVariance) = (Double(open.mean), Double(open.variance))
      }
    }
  }
}
