import Geometry
import Glibc
import Kernel

/// Received level of a transmitter, prepared for the particle weighting.
struct ReceivedLevel: Sendable {
  /// Index of the transmitter in the radio field.
  var sender: Int
  /// RSSI, in dBm.
  var level: Float
  var isBeacon: Bool
  /// Displacement of the phone since reception, in the trace's frame, in m.
  var way = Vec2.zero
  /// Number of averaged readings.
  var count: Float = 1
}

extension IndoorFilter {
  typealias Lanes = RadioPositions.Lanes

  /// Returns the likelihood exponent of each reading, given the number of readings.
  ///
  /// Together they count as at most a few independent ones, and less if they fit worse than usual.
  func rate(_ count: Int) -> Double {
    let radio = parameters.radio
    return min(
      radio.readingShare + (1 - radio.readingShare) * sparsity,
      radio.maxReadings / Double(max(1, count))) / misfit
  }

  /// Returns the maximum squared normalised residual of a reading.
  ///
  /// No single moved or cloned transmitter may outweigh the others. With few transmitters an
  /// outlier cannot be detected, and the limit rises.
  func limit(of reading: ReceivedLevel) -> Float {
    (reading.isBeacon ? parameters.radio.beaconLimit : parameters.radio.wifiLimit)
      / Float(max(1e-3, 1 - sparsity))
  }

  /// Accumulates the level statistics of readings of one kind for each particle.
  ///
  /// - Parameters:
  ///   - received: The readings.
  ///   - offset: RSSI offset of the phone to the survey, in dB.
  ///   - chosen: Indices of the particles, in the order of the sums; nil for all.
  mutating func sumUp(_ received: [ReceivedLevel], _ offset: Float, of chosen: [Int]? = nil) {
    let takers = chosen?.count ?? particles.count
    for block in sums.indices { sums[block] = RadioSums() }
    let usual = parameters.radio.bodyGain * particles.meanFacing
    let sameReadingMetres = parameters.radio.sameReadingMetres
    var rest = received
    while let first = rest.first {
      // Readings of nearly the same time were received at nearly the same position.
      let isTogether = { (reading: ReceivedLevel) in
        reading.way.distance(to: first.way) < sameReadingMetres
      }
      let group = rest.filter(isTogether)
      rest.removeAll(where: isTogether)
      let way = group.reduce(Vec2.zero) { $0 + $1.way } / Double(group.count)
      findBins(before: way, of: chosen)
      clearBinSums(bins.places)
      for reading in group {
        field.add(
          reading, reading.level - offset, noise(of: reading),
          limit: limit(of: reading), facing: usual, receiving: 0, at: bins.places,
          to: &binSums)
      }
      RadioSums.add(binSums, of: bins.indices[..<takers], to: &sums)
    }
    if particles.heading != .zero { turnSums(from: usual, of: chosen) }
  }

  /// Resets the bin sums for a set of positions.
  mutating func clearBinSums(_ places: RadioPositions) {
    binSums.removeAll(keepingCapacity: true)
    for _ in places.blocks { binSums.append(RadioSums()) }
  }

  /// Corrects the sums from the mean heading to each particle's own.
  private mutating func turnSums(from usual: SIMD2<Float>, of chosen: [Int]?) {
    let gain = parameters.radio.bodyGain
    for block in 0..<((chosen?.count ?? particles.count) + RadioPositions.width - 1)
      / RadioPositions.width
    {
      let facing =
        chosen.map { particles.facings(of: $0.dropFirst(block * RadioPositions.width)) }
        ?? particles.facings[block]
      sums[block].turn(
        by: (gain * facing.east - usual.x, gain * facing.north - usual.y))
    }
  }

  /// Bins particles by their positions before a displacement.
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

  /// Returns the variance of a reading beyond the survey's, in dB².
  func noise(of reading: ReceivedLevel) -> Float {
    (reading.isBeacon ? readingVariances.beacon : readingVariances.wifi) / reading.count
      + parameters.radio.bodyVariance
  }

  /// Reduces the weight of particles where missing beacons would be strong.
  mutating func weighUndetected(_ beacons: [Int]) {
    let missing = parameters.missing
    let minimum = missing.surelyReceived - Float(beaconOffset)
    findBins(before: .zero)
    var costs = [Lanes](repeating: .zero, count: bins.places.blocks.count)
    for sender in beacons {
      field.each(sender, at: bins.places) { block, found in
        // The beacon may be dead or moved, so the cost is bounded.
        costs[block] += (missing.costPerDecibel * (found.level - minimum)).within(
          0, missing.maxCost)
      }
    }
    for index in 0..<particles.count {
      let bin = bins.indices[index]
      particles.weight[index] -= Double(
        costs[bin / RadioPositions.width][bin % RadioPositions.width])
    }
  }
}
