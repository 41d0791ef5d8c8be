import Geometry
import Glibc
import Kernel
import Observations

extension GNSSTrack {
  /// Updates with the range rates, or with a zero-velocity update (ZUPT) at rest.
  mutating func takeRates(_ lines: [GNSSSightline], drift: Double?, _ frame: LocalFrame) {
    if isStill {
      let motion = parameters.motion
      let variance = motion.stillSigmaMetresPerSecond * motion.stillSigmaMetresPerSecond
      for axis in FilterState.velocities { state.observe(axis, value: 0, variance: variance) }
      // At rest the rates only determine the clock drift, which is solved already.
      if let drift {
        state.observe(FilterState.drift, value: drift, variance: motion.stillDriftVariance)
      }
      return
    }
    let place = ecefPosition
    let turn = KeplerEphemeris.earthRate / KeplerEphemeris.speedOfLight
    // Sagnac term of a moving receiver.
    let velocity = frame.ecef(ofVector: state.velocity)
    let motion = SIMD4(state.mean[3], state.mean[4], state.mean[5], state.drift)
    var block = FilterBlock(of: state, from: 3, and: FilterState.drift)
    let settings = parameters.rates
    let (maxSigma, limit, rejection) = (settings.maxSigma, settings.limit, settings.rejection)
    for line in lines where line.rateSigma < maxSigma && !line.isOutvoted {
      let direction = -frame.enu(ofVector: line.direction)
      let design = SIMD4(direction.x, direction.y, direction.z, 1)
      let turning = turn * (line.position.x * velocity.y - line.position.y * velocity.x)
      let rest = line.restRate(at: place) + turning
      let innovation = line.rate - rest - (design * (motion + block.change)).sum()
      let prospect = block.prospect(design)
      var noise = line.rateSigma * line.rateSigma
      let size = abs(innovation) / (prospect.variance + noise).squareRoot()
      guard size < rejection else { continue }
      if size > limit { noise *= size * size / (limit * limit) }
      block.process(prospect, variance: prospect.variance + noise, innovation: innovation)
    }
    block.finish(&state)
  }

  /// Updates with carrier differences since the previous epoch, by way of the cloned state.
  mutating func takeCarriers(
    _ lines: [GNSSSightline], _ carriers: [GNSSCarrier], _ number: Int, _ elapsed: Double,
    _ frame: LocalFrame
  ) {
    let settings = parameters.carriers
    guard settings.isUsed, elapsed <= settings.longestGapSeconds else { return }
    let (extra, drift) = (settings.sigmaMetres, settings.driftSigma)
    let noise = extra * extra + drift * drift * elapsed * elapsed
    // The most consistent carriers first: an early outlier would exclude the others.
    order.removeAll(keepingCapacity: true)
    for index in lines.indices where lines[index].carrierGoesOn && !lines[index].isOutvoted {
      guard carriers[lines[index].slot].epoch == number - 1 else { continue }
      let change = change(of: lines[index], since: carriers[lines[index].slot], frame)
      order.append((index, abs(change.innovation) / (change.spread + noise).squareRoot()))
    }
    order.sort { $0.size < $1.size }
    let gate = settings.gate
    for (index, _) in order {
      let change = change(of: lines[index], since: carriers[lines[index].slot], frame)
      let size = abs(change.innovation) / (change.spread + noise).squareRoot()
      guard size < gate else { continue }
      let factor = max(1, size * size / (settings.limit * settings.limit))
      state.update(
        change.design, change.product, variance: change.spread + noise * factor,
        innovation: change.innovation)
    }
  }

  /// The observation of a carrier difference since the previous epoch.
  private func change(
    of line: borrowing GNSSSightline, since track: GNSSCarrier, _ frame: LocalFrame
  ) -> (innovation: Double, design: SIMD16<Double>, product: SIMD16<Double>, spread: Double) {
    let now = GNSSSightline.look(at: line.position, from: frame.ecef(of: state.position))
    let then = GNSSSightline.look(at: track.position, from: frame.ecef(of: state.copiedPosition))
    let innovation =
      line.carrierOfPlace - track.carrier - (now.range - then.range)
      - state.mean[FilterState.clock] + state.mean[FilterState.copiedClock]
    let direction = -frame.enu(ofVector: now.direction)
    let before = -frame.enu(ofVector: then.direction)
    var design = SIMD16<Double>.zero
    for axis in 0..<3 {
      design[axis] = direction[axis]
      design[FilterState.copy + axis] = -before[axis]
    }
    (design[FilterState.clock], design[FilterState.copiedClock]) = (1, -1)
    let product =
      state.product(direction, from: 0, clock: FilterState.clock)
      - state.product(before, from: FilterState.copy, clock: FilterState.copiedClock)
    return (innovation, design, product, max((design * product).sum(), 0))
  }

  /// Corrects the receiver clock after a jump, by the median range residual.
  ///
  /// The clock of a phone of 2016 differed by 30 m from epoch to epoch (gps-measurement-tools,
  /// 2016-06-30).
  mutating func watchClock(_ lines: inout [GNSSSightline], _ frame: LocalFrame) {
    openClocks(lines)
    clockJump = 0
    let (place, spread) = sort(&lines, frame) { $0 }
    guard order.count >= parameters.clock.jumpRanges else { return }
    let middle = order[order.count / 2]
    guard abs(middle.size) > parameters.clock.jumpSigmas else { return }
    let jump = residual(&lines, middle.index, from: place)
    state.mean[FilterState.clock] += jump
    clockJump = jump
    state.forget(FilterState.clock, variance: spread + jump * jump)
  }

  /// Sequential Kalman updates with the ranges, smallest innovations first.
  mutating func takeRanges(
    _ lines: inout [GNSSSightline], _ elapsed: Double, _ frame: LocalFrame
  ) {
    _ = sort(&lines, frame) { abs($0) }
    let seconds = time.seconds
    let maxSquared = judge.maxSquared
    var statistics = GNSSConfidence.Statistics()
    let unitVariance = confidence.unitVariance
    for (index, _) in order {
      let (innovation, design, product, spread) = innovation(&lines, index, frame)
      let error = state.errors.observe(lines[index], at: seconds, factor: unitVariance)
      let lasting = state.errors.covariance(error)
      let noise =
        lines[index].noise + (lines[index].echo + lines[index].slow) * unitVariance
      // Errors that have shifted the position are partly in the prediction already.
      let total = max(spread + 2 * (design * lasting).sum() + noise, lines[index].noise)
      let size = abs(innovation) / total.squareRoot()
      statistics.squares += min(size * size, maxSquared)
      statistics.freedom += 1
      guard let factor = judge.factor(innovation, size: size) else {
        statistics.refused += 1
        continue
      }
      state.update(
        design, product + lasting, variance: total + noise * (factor - 1), innovation: innovation,
        error: error, keepsCopy: false)
      statistics.used += 1
    }
    let outvoted = isStill ? 0 : Double(lines.count { $0.isOutvoted })
    confidence.learn(statistics, outvoted: outvoted, elapsed)
    guard statistics.used > 0 else {
      rejectionCount += order.count >= 4 ? 1 : 0
      return
    }
    receivedAt = time
    usedCount = statistics.used
    rejectionCount =
      statistics.refused > statistics.used ? rejectionCount + 1 : max(0, rejectionCount - 1)
  }

  /// Sorts the lines by residual in sigmas; insertion sort suits the small number.
  ///
  /// - Returns: The position, and an approximate range variance that suffices for sorting.
  @inline(__always)
  private mutating func sort(
    _ lines: inout [GNSSSightline], _ frame: LocalFrame, by value: (Double) -> Double
  ) -> (place: Vec3, spread: Double) {
    order.removeAll(keepingCapacity: true)
    let variance = state.positionVariance
    let spread =
      (variance.x + variance.y + variance.z) / 3
      + state.covariance[FilterState.clock][FilterState.clock]
    let place = frame.ecef(of: state.position)
    for index in lines.indices {
      let residual = residual(&lines, index, from: place)
      let size = value(residual) / (spread + lines[index].variance).squareRoot()
      order.append((index, size))
      var rank = order.count - 1
      while rank > 0, order[rank - 1].size > size {
        order.swapAt(rank - 1, rank)
        rank -= 1
      }
    }
    return (place, spread)
  }

  /// Initialises the clock offset of a system at its first range.
  private mutating func openClocks(_ lines: [GNSSSightline]) {
    for line in lines where line.clock > 0 {
      let index = FilterState.offsets + line.clock - 1
      guard state.covariance[index][index] >= 9e5 else { continue }
      var line = line
      let range = line.look(from: ecefPosition)
      state.mean[index] = line.range - range - line.delay - state.mean[FilterState.clock]
      state.forget(index, variance: 8e5)
    }
  }

  /// Returns measured minus predicted range.
  @inline(__always)
  func residual(
    _ lines: inout [GNSSSightline], _ index: Int, from place: Vec3
  ) -> Double {
    let range = lines[index].look(from: place)
    return lines[index].range - range - lines[index].delay - state.mean[FilterState.clock]
      - state.offset(of: lines[index].clock)
  }

  /// Returns a range's innovation, its covariance with all unknowns and the variance of its
  /// prediction.
  @inline(__always)
  private func innovation(
    _ lines: inout [GNSSSightline], _ index: Int, _ frame: LocalFrame
  ) -> (
    innovation: Double, design: SIMD16<Double>, product: SIMD16<Double>, spread: Double
  ) {
    let seen = GNSSSightline.look(
      at: lines[index].position, from: frame.ecef(of: state.position))
    lines[index].direction = seen.direction
    let direction = -frame.enu(ofVector: seen.direction)
    var design = SIMD16<Double>.zero
    for axis in 0..<3 { design[axis] = direction[axis] }
    design[FilterState.clock] = 1
    var product = state.product(direction, from: 0, clock: FilterState.clock)
    var expected = seen.range + lines[index].delay + state.mean[FilterState.clock]
    let clock = lines[index].clock
    let offset = FilterState.offsets + clock - 1
    if clock > 0 {
      product += state.covariance[offset]
      expected += state.mean[offset]
      design[offset] = 1
    }
    return (
      lines[index].range - expected, design, product, max((design * product).sum(), 0)
    )
  }
}
