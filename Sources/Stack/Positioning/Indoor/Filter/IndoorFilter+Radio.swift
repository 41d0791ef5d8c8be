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
  /// nothing in common, and as much less as they fit worse than usual.
  func rate(_ count: Int) -> Double {
    let radio = parameters.radio
    return min(
      radio.readingShare + (1 - radio.readingShare) * sparsity,
      radio.mostReadings / Double(max(1, count))) / misfit
  }

  /// How much a reading that is far off counts at most, as a square in standard deviations.
  ///
  /// No single sender that was moved or copied may outweigh all others; where there are few, none can be
  /// told to have been.
  func limit(of reading: HeardLevel) -> Float {
    (reading.isBeacon ? parameters.radio.beaconLimit : parameters.radio.wifiLimit)
      / Float(max(1e-3, 1 - sparsity))
  }

  /// Sums up what readings of one kind say of each particle.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - offset: By how much the phone hears more than the survey's, in dB.
  ///   - chosen: Which particles, whose sums come in this order; all unless told.
  mutating func sumUp(_ heard: [HeardLevel], _ offset: Float, of chosen: [Int]? = nil) {
    let takers = chosen?.count ?? particles.count
    for block in sums.indices { sums[block] = RadioSums() }
    let usual = parameters.radio.bodyGain * particles.meanFacing
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
      findBins(before: way, of: chosen)
      clearBinSums(bins.places)
      for reading in group {
        field.add(
          reading, reading.level - offset, noise(of: reading),
          limit: limit(of: reading), facing: usual, hearing: 0, at: bins.places,
          to: &binSums)
      }
      RadioSums.add(binSums, of: bins.indices[..<takers], to: &sums)
    }
    if particles.heading != .zero { turnSums(from: usual, of: chosen) }
  }

  /// Makes room for the sums of some places.
  mutating func clearBinSums(_ places: RadioPlaces) {
    binSums.removeAll(keepingCapacity: true)
    for _ in places.blocks { binSums.append(RadioSums()) }
  }

  /// Takes it that each particle faces its own way, and not all the usual one.
  private mutating func turnSums(from usual: SIMD2<Float>, of chosen: [Int]?) {
    let gain = parameters.radio.bodyGain
    for block in 0..<((chosen?.count ?? particles.count) + RadioPlaces.width - 1)
      / RadioPlaces.width
    {
      let facing =
        chosen.map { particles.facings(of: $0.dropFirst(block * RadioPlaces.width)) }
        ?? particles.facings[block]
      sums[block].turn(
        by: (gain * facing.east - usual.x, gain * facing.north - usual.y))
    }
  }

  /// Bins particles by where they were before they came some way.
  mutating func findBins(before way: Vec2, of chosen: [Int]? = nil) {
    guard let chosen else {
      return bins.find(particles.count) { [particles] index in
        particles.place(index, before: way)
      }
    }
    bins.find(chosen.count) { [particles] number in
      particles.place(chosen[number], before: way)
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
  mutating func weighUnheard(_ beacons: [Int]) {
    let missing = parameters.missing
    let least = missing.surelyHeard - Float(beaconOffset)
    findBins(before: .zero)
    var costs = [Lanes](repeating: .zero, count: bins.places.blocks.count)
    for sender in beacons {
      field.each(sender, at: bins.places) { block, found in
        // It may be dead, or somewhere else.
        costs[block] += (missing.costPerDecibel * (found.level - least)).within(
          0, missing.mostCost)
      }
    }
    for index in 0..<particles.count {
      let bin = bins.indices[index]
      particles.weight[index] -= Double(costs[bin / RadioPlaces.width][bin % RadioPlaces.width])
    }
  }
}
