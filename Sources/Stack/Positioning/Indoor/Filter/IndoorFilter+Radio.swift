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
  /// From which strength on beacons are heard within some seconds, in dBm.
  ///
  /// Not to hear one costs a guess so much, as a log for each dB, and so much at most; tried on the
  /// museum with seeds 2 and 3.
  private static let surelyHeard: Float = -86
  private static let missingPerDecibel: Float = 0.15, mostForMissing: Float = 1.6
  /// What the bearer's body makes of a sender ahead and takes from one behind, in dB: half of what
  /// walks along one line the same and the other way differ by (Indoor Location Competition 2.0,
  /// site 1: 3.6 to 6.6 dB).
  static let bearerDecibels: Float = 2
  /// How near places must be for readings there to be taken together, in m.
  private static let together = 1.0

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

  /// Sums up what readings of one kind say of each guess.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - offset: By how much the phone hears more than the survey's, in dB.
  ///   - chosen: Which guesses, whose sums come in this order; all unless told.
  mutating func sumUp(_ heard: [HeardLevel], _ offset: Float, of chosen: [Int]? = nil) {
    let takers = chosen?.count ?? count
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
      let way = group.reduce(Vec2.zero) { $0 + $1.way } / Double(group.count)
      findSpots(before: way, of: chosen)
      clearSpotSums(spots.places)
      for reading in group {
        field.add(
          reading, reading.level - offset, noise(of: reading),
          limit: limit(of: reading), facing: usual, at: spots.places, to: &spotSums)
      }
      RadioSums.add(spotSums, of: spots.numbers[..<takers], to: &sums)
    }
    if heading != .zero { turnSums(from: usual, of: chosen) }
  }

  /// Makes room for the sums of some places.
  mutating func clearSpotSums(_ places: RadioPlaces) {
    spotSums.removeAll(keepingCapacity: true)
    for _ in places.blocks { spotSums.append(RadioSums()) }
  }

  /// Takes it that each guess looks its own way, and not all the usual one.
  private mutating func turnSums(from usual: SIMD2<Float>, of chosen: [Int]?) {
    for block in 0..<((chosen?.count ?? count) + RadioPlaces.width - 1) / RadioPlaces.width {
      let look = chosen.map { looks(of: $0.dropFirst(block * RadioPlaces.width)) } ?? looks[block]
      sums[block].turn(
        by: (
          Self.bearerDecibels * look.east - usual.x, Self.bearerDecibels * look.north - usual.y
        ))
    }
  }

  /// Which way the first eight of some guesses look.
  private func looks(of guesses: ArraySlice<Int>) -> (east: Lanes, north: Lanes) {
    var (east, north) = (Lanes.zero, Lanes.zero)
    for (lane, index) in guesses.prefix(RadioPlaces.width).enumerated() {
      (east[lane], north[lane]) = (Float(ahead[index].x), Float(ahead[index].y))
    }
    return (east, north)
  }

  /// The guesses whose sums a block has.
  @inline(__always)
  func guesses(of block: Int) -> Range<Int> {
    let first = block * RadioPlaces.width
    return first..<min(count, first + RadioPlaces.width)
  }

  /// Finds where guesses crowded when they hadn't come some way yet.
  private mutating func findSpots(before way: Vec2, of chosen: [Int]? = nil) {
    guard let chosen else {
      return spots.find(count) { [x, y, plane, metre] index in
        (Vec2(x[index], y[index]) - way.turned(as: metre[index]), plane[index])
      }
    }
    spots.find(chosen.count) { [x, y, plane, metre] number in
      let index = chosen[number]
      return (Vec2(x[index], y[index]) - way.turned(as: metre[index]), plane[index])
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
}
