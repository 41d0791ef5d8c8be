import Geometry
import Glibc
import Kernel
import Observations

extension GNSSTrack {
  /// Takes in the range rates, and rest if there is any.
  mutating func takeRates(_ lines: [GNSSSightline], drift: Double?) {
    guard let frame else { return }
    if isStill {
      let motion = parameters.motion
      let variance = motion.stillSigmaMetresPerSecond * motion.stillSigmaMetresPerSecond
      for axis in 3..<6 { state.observe(axis, value: 0, variance: variance) }
      // All that the rates then tell is the clock's, which is solved already.
      if let drift {
        state.observe(FilterState.drift, value: drift, variance: motion.stillDriftVariance)
      }
      return
    }
    let place = ecefPosition
    let turn = KeplerEphemeris.earthRate / KeplerEphemeris.speedOfLight
    // A receiver that moves also turns with the Earth while the signal travels.
    let velocity = frame.ecef(ofVector: state.velocity)
    let motion = SIMD4(state.mean[3], state.mean[4], state.mean[5], state.mean[FilterState.drift])
    var block = FilterBlock(of: state, from: 3, and: FilterState.drift)
    let settings = parameters.rates
    let (mostSigma, limit, rejection) = (settings.mostSigma, settings.limit, settings.rejection)
    for line in lines where line.rateSigma < mostSigma && !line.isOutvoted {
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
      block.take(prospect, variance: prospect.variance + noise, innovation: innovation)
    }
    block.finish(&state)
  }

  /// Takes in how far the carriers say that the way has changed since the epoch before.
  mutating func takeCarriers(
    _ lines: [GNSSSightline], _ carriers: [GNSSCarrier], _ number: Int, _ elapsed: Double
  ) {
    let settings = parameters.carriers
    guard settings.isUsed, elapsed <= settings.longestGapSeconds, let frame else { return }
    let (extra, drift) = (settings.sigmaMetres, settings.driftSigma)
    let base = extra * extra + drift * drift * elapsed * elapsed
    let gate = settings.gate * settings.gate
    for index in lines.indices where lines[index].carrierGoesOn && !lines[index].isOutvoted {
      let track = carriers[lines[index].slot]
      guard track.epoch == number - 1 else { continue }
      let now = GNSSSightline.look(
        at: lines[index].position, from: frame.ecef(of: state.position))
      let then = GNSSSightline.look(
        at: track.position, from: frame.ecef(of: state.copiedPosition))
      let innovation =
        lines[index].carrierOfPlace - track.carrier - (now.range - then.range) - state.mean[6]
        + state.mean[14]
      let direction = -frame.enu(ofVector: now.direction)
      let before = -frame.enu(ofVector: then.direction)
      let product =
        state.product(direction, from: 0, clock: 6)
        - state.product(before, from: FilterState.copy, clock: 14)
      var spread = product[6] - product[14]
      for axis in 0..<3 {
        spread += direction[axis] * product[axis] - before[axis] * product[FilterState.copy + axis]
      }
      let noise = base
      let total = max(spread, 0) + noise
      guard innovation * innovation < gate * total else { continue }
      state.update(product, variance: total, innovation: innovation)
    }
  }

  /// Follows the receiver's clock where it does what a clock shouldn't.
  ///
  /// The median range says how far the clock has jumped, or how uneven it is: that of a phone of 2016
  /// differed by 30 m from epoch to epoch (gps-measurement-tools, 2016-06-30).
  mutating func watchClock(_ lines: inout [GNSSSightline]) {
    guard let frame else { return }
    openClocks(lines)
    clockJump = 0
    order.removeAll(keepingCapacity: true)
    let (place, spread) = roughSpread(frame)
    for index in lines.indices {
      let residual = residual(&lines, index, from: place)
      insert(index, residual / (spread + lines[index].variance).squareRoot())
    }
    guard order.count >= parameters.clock.jumpRanges else { return }
    let middle = order[order.count / 2]
    guard abs(middle.size) > parameters.clock.jumpSigmas else { return }
    let jump = residual(&lines, middle.index, from: place)
    state.mean[FilterState.clock] += jump
    clockJump = jump
    state.forget(FilterState.clock, variance: spread + jump * jump)
  }

  /// Takes in the ranges, those that agree best first.
  mutating func takeRanges(_ lines: inout [GNSSSightline], _ elapsed: Double) {
    guard let frame else { return }
    order.removeAll(keepingCapacity: true)
    let (place, spread) = roughSpread(frame)
    for index in lines.indices {
      let residual = residual(&lines, index, from: place)
      insert(index, abs(residual) / (spread + lines[index].variance).squareRoot())
    }
    takeInOrder(&lines, elapsed, frame)
  }

  private mutating func takeInOrder(
    _ lines: inout [GNSSSightline], _ elapsed: Double, _ frame: LocalFrame
  ) {
    let now = time.seconds
    let settings = parameters.ranges
    let refusedMetres = parameters.accuracy.refusedMetres
    let mostSquared = settings.mostSize * settings.mostSize
    let speed = max(state.velocity.xy.length, settings.leastEchoSpeed)
    let echo =
      isStill ? settings.echoSeconds : min(settings.echoSeconds, settings.echoMetres / speed)
    let echoFactor = max(1, 2 * echo / elapsed)
    let slow = isStill ? settings.stillSlowSeconds : settings.slowSeconds
    let slowFactor = max(1, 2 * slow / elapsed)
    var (used, refused, squares, freedom, objection) = (0, 0, 0.0, 0.0, 0.0)
    var information = 0.0
    for (index, _) in order {
      let (innovation, product, spread) = innovation(&lines, index, frame)
      let plain = lines[index].variance
      let size = abs(innovation) / (spread + plain).squareRoot()
      let isLong = innovation > 0
      squares += min(size * size, mostSquared)
      freedom += 1
      guard size < (isLong ? settings.longRejection : settings.shortRejection) else {
        refused += 1
        // How much harm it would do if it were right after all.
        let off = min(abs(innovation) / refusedMetres, 1)
        objection += off * off
        continue
      }
      var noise = lastingVariance(lines[index], now, elapsed, echoFactor, slowFactor)
      let limit = isLong ? settings.longLimit : settings.shortLimit
      if size > limit { noise *= size * size / (limit * limit) }
      noise *= habit(lines[index], innovation, spread, now, elapsed)
      state.update(product, variance: spread + noise, innovation: innovation, keepsCopy: false)
      habits[lines[index].slot].heard = now
      used += 1
      information += 1 / ((lines[index].echo + lines[index].slow) * max(1, size * size))
    }
    let outvoted = isStill ? 0 : Double(lines.count { $0.isOutvoted })
    learn(squares, objection, outvoted, freedom, elapsed)
    guard used > 0 else {
      doubts += order.count >= 4 ? 1 : 0
      return
    }
    heardAt = time
    let share = min(1, elapsed / parameters.accuracy.informationSeconds)
    lastingInformation += share * (information - lastingInformation)
    usedCount = used
    doubts = refused > used ? doubts + 1 : max(0, doubts - 1)
  }

  /// Takes in how well an epoch's ranges and rates agreed.
  private mutating func learn(
    _ squares: Double, _ objection: Double, _ outvoted: Double, _ freedom: Double,
    _ elapsed: Double
  ) {
    guard freedom > 0 else { return }
    let share = min(1, elapsed / parameters.accuracy.doubtSeconds)
    lastingStrain += share * (squares / freedom - lastingStrain)
    refusedShare += share * (objection / freedom - refusedShare)
    outvotedShare += share * (outvoted / freedom - outvotedShare)
    strain += min(1, elapsed / parameters.accuracy.strainSeconds) * (squares / freedom - strain)
  }

  /// What variance a range has for the filter, some of whose errors were in the ranges before.
  ///
  /// With white noise of variance w and a lasting error of variance c, n ranges tell the place to
  /// w/n + c: the n-th alone counts as one of variance (w + c n)² / w. In the long run the lasting
  /// error changes too, and each range counts as one of w + 2 c τ/dt.
  @inline(__always)
  private func lastingVariance(
    _ line: borrowing GNSSSightline, _ now: Double, _ elapsed: Double, _ echoFactor: Double,
    _ slowFactor: Double
  ) -> Double {
    let habit = habits[line.slot]
    let count = now - habit.heard > parameters.ranges.forgettingSeconds ? 1 : habit.count + 1
    let lasting = line.echo + line.slow
    let early = line.noise + lasting * count
    let late = line.noise + line.echo * echoFactor + line.slow * slowFactor
    return min(early * early / line.noise, max(late, line.variance))
  }

  /// By how much more a satellite's range is off than it should be in the long run, as a factor.
  @inline(__always)
  private mutating func habit(
    _ line: GNSSSightline, _ innovation: Double, _ spread: Double, _ now: Double,
    _ elapsed: Double
  ) -> Double {
    let settings = parameters.ranges
    var habit = habits[line.slot]
    if now - habit.heard > settings.forgettingSeconds { habit = SatelliteHabit() }
    habit.count += 1
    let share = max(1 / habit.count, min(1, elapsed / settings.habitSeconds))
    habit.residual += share * (innovation - habit.residual)
    habits[line.slot] = habit
    let expected =
      line.slow + line.echo * settings.habitEchoShare
      + line.noise / min(habit.count, settings.habitEpochs) + spread
    let size = habit.residual * habit.residual / (expected * settings.habitLimit)
    return size > 1 ? min(size * size, settings.mostHabit) : 1
  }

  /// Sorts a line in by its size; few enough for insertion.
  @inline(__always)
  private mutating func insert(_ index: Int, _ size: Double) {
    order.append((index, size))
    var place = order.count - 1
    while place > 0, order[place - 1].size > size {
      order.swapAt(place - 1, place)
      place -= 1
    }
  }

  /// A system that is heard for the first time brings a clock of which nothing is known.
  private mutating func openClocks(_ lines: [GNSSSightline]) {
    for line in lines where line.clock > 0 {
      let index = FilterState.offsets + line.clock - 1
      guard state.covariance[index][index] >= 9e5, let frame else { continue }
      var line = line
      let range = line.look(from: ecefPosition)
      state.mean[index] = line.range - range - line.delay - state.mean[FilterState.clock]
      state.forget(index, variance: 8e5)
      _ = frame
    }
  }

  /// The place, and how unsure ranges to it are on the whole: enough to sort them by.
  @inline(__always)
  private func roughSpread(_ frame: LocalFrame) -> (place: Vec3, spread: Double) {
    let covariance = state.covariance
    let place = (covariance[0][0] + covariance[1][1] + covariance[2][2]) / 3
    return (frame.ecef(of: state.position), place + covariance[6][6])
  }

  /// By how much a range differs from what is expected.
  @inline(__always)
  func residual(
    _ lines: inout [GNSSSightline], _ index: Int, from place: Vec3
  ) -> Double {
    let range = lines[index].look(from: place)
    let clock = lines[index].clock
    let offset = clock > 0 ? state.mean[FilterState.offsets + clock - 1] : 0
    return lines[index].range - range - lines[index].delay - state.mean[FilterState.clock] - offset
  }

  /// By how much a range differs from what is expected, the covariance's product, its variance.
  @inline(__always)
  private func innovation(
    _ lines: inout [GNSSSightline], _ index: Int, _ frame: LocalFrame
  ) -> (innovation: Double, product: SIMD16<Double>, spread: Double) {
    let seen = GNSSSightline.look(
      at: lines[index].position, from: frame.ecef(of: state.position))
    lines[index].direction = seen.direction
    let direction = -frame.enu(ofVector: seen.direction)
    var product = state.product(direction, from: 0, clock: FilterState.clock)
    var expected = seen.range + lines[index].delay + state.mean[FilterState.clock]
    let clock = lines[index].clock
    let offset = FilterState.offsets + clock - 1
    if clock > 0 {
      product += state.covariance[offset]
      expected += state.mean[offset]
    }
    var spread =
      product[0] * direction.x + product[1] * direction.y + product[2] * direction.z
      + product[FilterState.clock]
    if clock > 0 { spread += product[offset] }
    return (lines[index].range - expected, product, max(spread, 0))
  }
}
