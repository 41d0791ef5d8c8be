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

  /// How much of each of some readings counts: together they are worth no more than a few that have
  /// nothing in common.
  func rate(_ count: Int) -> Double {
    let radio = parameters.radio
    return min(
      radio.readingShare + (1 - radio.readingShare) * fewness,
      radio.mostReadings / Double(max(1, count)))
  }

  /// How much a reading that is far off counts at most, as a square in standard deviations.
  ///
  /// No single sender that was moved or copied may outweigh all others; where there are few, none can be
  /// told to have been.
  func limit(of reading: HeardLevel) -> Float {
    (reading.isBeacon ? parameters.radio.beaconLimit : parameters.radio.wifiLimit)
      / Float(max(1e-3, 1 - fewness))
  }

  /// Sums up what readings of one kind say of each guess.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - offset: By how much the phone hears more than the survey's, in dB.
  ///   - chosen: Which guesses, whose sums come in this order; all unless told.
  mutating func sumUp(_ heard: [HeardLevel], _ offset: Float, of chosen: [Int]? = nil) {
    let takers = chosen?.count ?? count
    for block in sums.indices { sums[block] = RadioSums() }
    let usual = parameters.radio.bodyGain * usualLook
    let sameWay = parameters.radio.sameWay
    var rest = heard
    while let first = rest.first {
      // What was heard at nearly the same moment was heard at nearly the same place.
      let isTogether = { (reading: HeardLevel) in
        reading.way.distance(to: first.way) < sameWay
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
    let gain = parameters.radio.bodyGain
    for block in 0..<((chosen?.count ?? count) + RadioPlaces.width - 1) / RadioPlaces.width {
      let look = chosen.map { looks(of: $0.dropFirst(block * RadioPlaces.width)) } ?? looks[block]
      sums[block].turn(
        by: (gain * look.east - usual.x, gain * look.north - usual.y))
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
      + parameters.radio.bodyVariance
  }

  /// Takes that beacons weren't heard: where they are strong nobody is.
  ///
  /// - Parameter beacons: Their numbers.
  mutating func miss(_ beacons: [Int]) {
    let missing = parameters.missing
    let least = missing.surelyHeard - Float(beaconOffset)
    findSpots(before: .zero)
    var costs = [Lanes](repeating: .zero, count: spots.places.blocks.count)
    for sender in beacons {
      field.each(sender, at: spots.places) { block, found in
        // It may be dead, or somewhere else.
        costs[block] += (missing.costPerDecibel * (found.level - least)).within(
          0, missing.mostCost)
      }
    }
    for index in 0..<count {
      let spot = spots.numbers[index]
      weight[index] -= Double(costs[spot / RadioPlaces.width][spot % RadioPlaces.width])
    }
  }
}
