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
      scratch.clear(count)
      for reading in before { addGuesses(reading, offset) }
      let rate = rate(before.count) * share
      for index in 0..<count {
        weight[index] -= rate * Double(scratch.sums[index].explained(variance).logLikelihood)
      }
    }
    scratch.clear(count)
    for reading in heard { addGuesses(reading, offset) }
    let rate = rate(heard.count) * share
    var (mean, fit, sum, precision) = (0.0, 0.0, 0.0, 0.0)
    for index in 0..<count {
      let (total, rest) = (scratch.sums[index].precision, scratch.sums[index].rest)
      let found = scratch.sums[index].explained(variance)
      weight[index] += rate * Double(found.logLikelihood)
      let likely = exp(weight[index])
      sum += likely
      mean += likely * Double(rest / max(total, 1e-6))
      precision += likely * Double(total)
      fit += likely * Double(found.unexplained / Float(heard.count))
    }
    guard sum > 0 else { return 1 }
    learn(mean / sum, 1 / max(precision / sum, 1e-6) + Self.offsetWander * 2, isBeacon)
    return fit / sum
  }

  /// How much of each of some readings counts: together they are worth no more than a few that have
  /// nothing in common.
  func rate(_ count: Int) -> Double {
    min(parameters.radioShare, parameters.mostReadings / Double(max(1, count)))
  }

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

  /// Adds a reading to all guesses' sums.
  private mutating func addGuesses(_ reading: HeardLevel, _ offset: Float) {
    let noise =
      (reading.isBeacon ? readingVariances.beacon : readingVariances.wifi) / reading.count
      + Self.bodyVariance
    let strength = reading.level - offset
    let hasMoved = reading.way.squaredLength > 0.01
    let isFacing = heading != .zero
    // Most guesses are on one level.
    var level = -1
    var window: RadioField.Window?
    for index in 0..<count {
      if plane[index] != level {
        level = plane[index]
        window = field.window(reading.sender, plane: level)
      }
      guard let window else {
        let silence = (level: RadioField.silence, variance: RadioField.silentVariance)
        scratch.add(strength, silence, noise, .zero, at: index)
        continue
      }
      var (u, v) = (x[index], y[index])
      if hasMoved {
        let (c, s) = (metre.east[index], metre.north[index])
        u -= c * reading.way.x - s * reading.way.y
        v -= s * reading.way.x + c * reading.way.y
      }
      var found = field.value(window, u, v)
      let bearing = window.bearing(u, v)
      if isFacing {
        found.level +=
          Self.bearerDecibels
          * (bearing.x * Float(ahead.east[index]) + bearing.y * Float(ahead.north[index]))
      }
      scratch.add(strength, found, noise, bearing, at: index)
    }
  }

  /// Takes that beacons weren't heard: where they are strong nobody is.
  ///
  /// - Parameter beacons: Their numbers.
  mutating func miss(_ beacons: [Int]) {
    let least = Self.surelyHeard - Float(beaconOffset)
    for sender in beacons {
      for index in 0..<count {
        let level = field.value(sender, plane: plane[index], x[index], y[index]).level
        guard level > least else { continue }
        // It may be dead, or somewhere else.
        weight[index] -= Double(min(Self.mostForMissing, Self.missingPerDecibel * (level - least)))
      }
    }
  }

  /// By how much the phone may hear more than the survey's, in dB, and how sure that is, in dB², where
  /// the phone may be elsewhere: what was learned of it may have been learned at the wrong place, where
  /// anything can be explained by hearing much better.
  private func openOffset(_ isBeacon: Bool) -> (mean: Float, variance: Float) {
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

  /// How likely each surveyed cell is by some readings, as logs.
  ///
  /// - Parameters:
  ///   - heard: The readings.
  ///   - isCoarse: Whether one of several cells is enough.
  /// - Returns: One log for each cell.
  mutating func search(_ heard: [HeardLevel], isCoarse: Bool = false) -> [Float] {
    let cells = isCoarse ? plan.coarseCells : plan.cells
    let total = cells.x.count
    if scratch.count < total { scratch.resize(total) }
    var sums = [Float](repeating: 0, count: total)
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      scratch.clear(total)
      let single = isBeacon ? readingVariances.beacon : readingVariances.wifi
      let open = openOffset(isBeacon)
      for reading in kind {
        let strength = reading.level - open.mean
        let noise = single / reading.count + Self.bodyVariance
        var level = -1
        var window: RadioField.Window?
        for cell in 0..<total {
          if cells.plane[cell] != level {
            level = cells.plane[cell]
            window = field.window(reading.sender, plane: level)
          }
          guard let window else {
            let silence = (level: RadioField.silence, variance: RadioField.silentVariance)
            scratch.add(strength, silence, noise, .zero, at: cell)
            continue
          }
          let (u, v) = (cells.x[cell], cells.y[cell])
          scratch.add(
            strength, field.value(window, u, v), noise, window.bearing(u, v), at: cell)
        }
      }
      for cell in 0..<total {
        sums[cell] += scratch.sums[cell].explained(open.variance).logLikelihood
      }
    }
    return sums
  }

  /// How likely the best guess is by the same readings, as the same log.
  mutating func best(_ heard: [HeardLevel]) -> Float {
    head(heading)
    var sums = [Float](repeating: 0, count: count)
    for isBeacon in [false, true] {
      let kind = heard.filter { $0.isBeacon == isBeacon }
      guard !kind.isEmpty else { continue }
      scratch.clear(count)
      let open = openOffset(isBeacon)
      for reading in kind { addGuesses(reading, open.mean) }
      for index in 0..<count {
        sums[index] += scratch.sums[index].explained(open.variance).logLikelihood
      }
    }
    return sums.max() ?? -.infinity
  }

  /// Puts guesses where readings alone say, all or some of them.
  ///
  /// - Parameters:
  ///   - likely: What ``search(_:)`` found.
  ///   - readings: Of how many readings.
  ///   - share: How many of the guesses, as a share.
  ///   - compass: The turn that the compass would have, if there is one.
  ///   - height: What the barometer shows, in m; nil if there is none.
  ///   - sureness: How established it is where the phone has been, from 0 to 1.
  mutating func scatter(
    _ likely: [Float], of readings: Int, share: Double, compass: Double?, height: Double?,
    sureness: Double = 0
  ) {
    guard let most = likely.max(), likely.count == plan.cells.x.count else { return }
    let rate = Float(rate(readings))
    let costs = share < 1 ? leapCosts(height: height, sureness: sureness) : nil
    var sums: [Double] = []
    sums.reserveCapacity(likely.count)
    var sum = 0.0
    for (cell, value) in likely.enumerated() {
      let cost = costs.map { $0.cost(of: cell, in: plan.cells) } ?? 0
      sum += exp(max(-50, Double(rate * (value - most)) - cost))
      sums.append(sum)
    }
    let usual = weight.reduce(0, +) / Double(count)
    for index in 0..<count where share >= 1 || noise.uniform() < share {
      let goal = noise.uniform() * sum
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] < goal { low = middle + 1 } else { high = middle }
      }
      x[index] = plan.cells.x[low] + 1.2 * noise.normal()
      y[index] = plan.cells.y[low] + 1.2 * noise.normal()
      plane[index] = plan.cells.plane[low]
      carrier[index] = 0
      scale[index] = max(0.5, 0.95 + parameters.scaleSpread * noise.normal())
      turn[index] = 2 * Double.pi * noise.uniform()
      // The compass may be anything indoors, and the phone held anyhow.
      if let compass, noise.uniform() < 0.6 { turn[index] = compass + 0.45 * noise.normal() }
      let elevation = plan.planes[plane[index]].elevation
      ground[index] = (height ?? 0) - elevation + 0.3 * noise.normal()
      weight[index] = share >= 1 ? -log(Double(count)) : usual
    }
  }
}
