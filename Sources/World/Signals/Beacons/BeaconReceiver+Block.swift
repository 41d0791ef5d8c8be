import Geometry
import Glibc
import Kernel
import Truth

/// The slowly varying link budget of one beacon, sampled at the ticks of a block.
struct BeaconLink: Sendable {
  /// The values of one tick, for interpolation.
  ///
  /// Median in dBm, direct and scattered body loss in dB, Rician K in dB, and the gains of channels 37 to
  /// 39 in dB.
  typealias Tick = SIMD8<Double>

  var station: Int32
  /// True if both ends are on one level, or outdoors: fading includes floor and ceiling reflections.
  var isSameLevel: Bool
  var ticks: InlineArray<5, Tick>
}

extension BeaconReceiver {
  /// The number of ticks per block.
  static let ticks = 4
  /// The time between ticks, in ns.
  static let tick: Int64 = 1_000_000_000
  /// Margin below the sensitivity at which a beacon is skipped for a block, in dB.
  ///
  /// No wall or corner that is passed in four seconds on foot gains as much, even with the best fading.
  private static let hopeless = 30.0
  /// Max gain of fading over the median, in dB: sixteen equal waves in phase have 12, but the last few dB
  /// never occur.
  private static let bestFade = 9.0
  /// Loss of walls and floors at which the shadowing's spread has doubled, in dB; an estimate.
  ///
  /// Unmapped obstacles add to mapped walls: InH has 3 dB with line of sight and 8 dB without (3GPP TR
  /// 38.901), multi-wall models leave 4 to 6 dB, and OpenHPS' office 5.7 dB about the regression over
  /// distance.
  private static let fullShadow = 10.0
  /// The logistic scale of the decoding probability, in dB; an estimate from packet error curves of BLE
  /// chips.
  private static let decodingWidth = 0.9

  /// The index of the block that contains a moment.
  static func block(at time: SimTime) -> Int64 {
    let length = tick * Int64(ticks)
    let quotient = time.nanoseconds / length
    return time.nanoseconds % length < 0 ? quotient - 1 : quotient
  }

  /// The start of a block.
  static func time(ofBlock number: Int64) -> SimTime {
    SimTime(nanoseconds: number &* (tick &* Int64(ticks)))
  }

  /// Computes all receptions of a block.
  mutating func fill(_ number: Int64, along trajectory: Trajectory) {
    let begin = Self.time(ofBlock: number)
    if linkBlock != number { makeLinks(number, along: trajectory, begin) }
    var load = 0.0
    for link in links where link.ticks[0][0] > parameters.sensitivity {
      load += surroundings.stations[Int(link.station)].schedule.rate
    }
    // Moved out of the receiver, so that the loop over events only reads it and copies nothing.
    var received: [CompactReception] = []
    swap(&received, &receivedInBlock)
    var cursors: [BeaconSchedule.Cursor] = []
    swap(&cursors, &self.cursors)
    received.removeAll(keepingCapacity: true)
    for link in links {
      listen(
        to: link, load: load, begin, along: trajectory, &cursors[Int(link.station)], into: &received
      )
    }
    received.sort { left, right in
      left.time != right.time ? left.time < right.time : left.station < right.station
    }
    // Consumers step from event to event, so each needs a distinct time.
    for index in received.indices.dropFirst() where received[index].time <= received[index - 1].time
    {
      received[index].time = received[index - 1].time + SimDuration(nanoseconds: 1)
    }
    swap(&received, &receivedInBlock)
    swap(&cursors, &self.cursors)
  }

  /// Computes the link budgets of all beacons in range.
  private mutating func makeLinks(
    _ number: Int64, along trajectory: Trajectory, _ begin: SimTime
  ) {
    poses.removeAll(keepingCapacity: true)
    rings.removeAll(keepingCapacity: true)
    for tick in 0...Self.ticks {
      let time = begin + SimDuration(nanoseconds: Int64(tick) * Self.tick)
      poses.append(trajectory.devicePose(at: time))
      if parameters.body, parameters.people { bystanders.look(along: trajectory, at: time) }
      rings.append(bystanders.ring)
    }
    links.removeAll(keepingCapacity: true)
    let floor = parameters.sensitivity - Self.hopeless
    let isFast = poses[0].position.distance(to: poses[Self.ticks].position) > 10
    for candidate in surroundings.reach.candidates(at: poses[Self.ticks / 2].position.xy) {
      let number = Int(candidate)
      let station = surroundings.stations[number]
      let site = (place: station.place, level: station.level)
      let first = tick(of: number, at: 0, site)
      let last = isSame(0, Self.ticks) ? first : tick(of: number, at: Self.ticks, site)
      if parameters.deafness, !isFast, max(first[0], last[0]) < floor { continue }
      var ticks = InlineArray<5, BeaconLink.Tick>(repeating: first)
      for index in 1..<Self.ticks {
        ticks[index] =
          isSame(index - 1, index) ? ticks[index - 1] : tick(of: number, at: index, site)
      }
      ticks[Self.ticks] = last
      links.append(
        BeaconLink(
          station: candidate, isSameLevel: station.level == poses[Self.ticks / 2].level,
          ticks: ticks))
    }
    if !surroundings.travellers.isEmpty { makeLinksToPhones(begin) }
    linkBlock = number
  }

  /// True if pose and people nearby are the same at two ticks.
  private func isSame(_ first: Int, _ second: Int) -> Bool {
    let (one, other) = (poses[first], poses[second])
    return one.position == other.position && one.headingRadians == other.headingRadians
      && one.placement == other.placement && one.level == other.level
      && rings[first] == rings[second]
  }

  /// The phone's position: at its carrying height, and before its carrier if held so.
  ///
  /// A carrier who turns round moves the phone in the hand by twice that distance, through several fades.
  static func place(of pose: Pose) -> Vec3 {
    let ahead: Double =
      switch pose.placement {
      case .handTexting: 0.35
      case .waist, .frontPocket: 0.12
      case .backPocket: -0.12
      default: 0
      }
    guard ahead != 0 else { return pose.position + Vec3(0, 0, pose.placement.heightMetres) }
    let heading = pose.headingRadians
    return pose.position
      + Vec3(ahead * cos(heading), ahead * sin(heading), pose.placement.heightMetres)
  }

  func tick(
    of number: Int, at moment: Int, _ site: (place: Vec3, level: Int?)
  ) -> BeaconLink.Tick {
    let pose = poses[moment]
    let height = pose.placement.heightMetres
    let place = Self.place(of: pose)
    let way = surroundings.loss(from: site, to: place, level: pose.level, parameters)
    var median = surroundings.stations[number].power - way.total
    if parameters.shadowing {
      let spread = parameters.shadowSpread * (1 + min(1, way.walls / Self.fullShadow))
      median +=
        spread * surroundings.stations[number].shadow.value(at: place.xy, level: pose.level)
    }
    let apart = site.place - place
    let flat = (apart.x * apart.x + apart.y * apart.y).squareRoot()
    let angle = atan2(apart.y, apart.x)
    var (direct, scattered) = (0.0, 0.0)
    if parameters.body {
      (direct, scattered) = surroundings.body.decibels(
        bearing: angle - pose.headingRadians, elevation: atan2(apart.z, max(flat, 1e-3)),
        placement: pose.placement)
      let crowd =
        BodyShadow.crowd(
          density: parameters.crowdDensity, length: flat, heights: (height, height + apart.z))
        + rings[moment].decibels(from: place, to: place + apart, floor: pose.position.z)
      direct += crowd
      // Scattered rays arrive from all round and over people's heads; an estimate.
      scattered += 0.5 * crowd
    }
    // Walls attenuate the direct ray, while the scattered ones pass doors and ducts.
    let ratio = 10 * log10(max(surroundings.stations[number].directRatio, 1e-4)) - way.walls
    var gains = SIMD3<Double>.zero
    if parameters.antenna {
      let turn = pose.placement.isOnBody ? pose.headingRadians : 0
      let towards = flat > 0 ? apart.xy / flat : Vec2(1, 0)
      let (c, s) = (cos(turn), sin(turn))
      let seen = Vec2(c * towards.x + s * towards.y, c * towards.y - s * towards.x)
      gains =
        surroundings.stations[number].antenna.decibels(towards: -towards)
        + antenna.decibels(towards: seen)
    }
    return SIMD8(median, direct, scattered, ratio, gains.x, gains.y, gains.z, 0)
  }

  /// Adds the receptions of one beacon in a block.
  private func listen(
    to link: BeaconLink, load: Double, _ begin: SimTime, along trajectory: Trajectory,
    _ cursor: inout BeaconSchedule.Cursor, into received: inout [CompactReception]
  ) {
    let number = Int(link.station)
    let end = begin + SimDuration(nanoseconds: Self.tick * Int64(Self.ticks))
    let schedule = surroundings.stations[number].schedule
    let airtime = surroundings.stations[number].airtime
    let open = clearShare(load: load - schedule.rate, airtime: airtime.seconds)
    let traveller = surroundings.traveller(number)
    schedule.seek(&cursor, atOrAfter: begin)
    while true {
      let event = schedule.time(of: cursor)
      guard event < end else { return }
      if let traveller, traveller.identity(at: event) == nil {
        schedule.advance(&cursor)
        continue
      }
      let count = UInt64(bitPattern: cursor.number)
      schedule.advance(&cursor)
      guard let frame = scanner.frame(ofEvent: event, airtime: airtime) else { continue }
      var draw = draws[number].at(index: count)
      guard !parameters.collisions || draw.uniform() < open else { continue }
      if let strength = strength(
        of: link, at: frame.time, frame.channel, begin, &draw, trajectory)
      {
        received.append(
          CompactReception(time: frame.time, station: link.station, strength: Float(strength)))
      }
    }
  }

  /// The fraction of frames without a collision.
  ///
  /// 0.9 on an idle band and 0.6 on one filled by Wi-Fi (BLE indoors loses 13 to 40 %, Strzoda 2022). Other
  /// beacons collide at random, as in pure Aloha, and the stronger frame survives half of the time, an
  /// estimate.
  private func clearShare(load: Double, airtime: Double) -> Double {
    (0.9 - 0.3 * parameters.interference) * exp(-max(0, load) * airtime)
  }

  /// The reported strength of a frame; nil if it isn't decoded.
  private func strength(
    of link: BeaconLink, at time: SimTime, _ channel: Int, _ begin: SimTime,
    _ draw: inout RandomStream, _ trajectory: Trajectory
  ) -> Double? {
    let elapsed = (time - begin).nanoseconds
    let index = min(Int(elapsed / Self.tick), Self.ticks - 1)
    let share = Double(elapsed - Int64(index) * Self.tick) / Double(Self.tick)
    // A span, since reads of an inline array's elements copy the whole array.
    let ticks = link.ticks.span
    let slow = ticks[index] + (ticks[index + 1] - ticks[index]) * share
    var power = slow[0] + slow[4 + channel]
    if parameters.deafness, power + Self.bestFade < parameters.sensitivity - 4 { return nil }
    if parameters.fading {
      power += fade(link, slow, index, at: time, channel, trajectory)
    } else {
      power -= slow[1]
    }
    let luck = draw.uniform()
    if parameters.deafness {
      let margin = (power - parameters.sensitivity) / Self.decodingWidth
      // Far from the threshold the exponential isn't needed.
      if margin < -12 || (margin < 12 && luck >= 1 / (1 + exp(-margin))) { return nil }
    }
    var reported = power + offset
    if parameters.noise { reported += parameters.readingNoise * draw.gaussian() }
    return parameters.quantisation ? reported.rounded() : reported
  }

  private func fade(
    _ link: BeaconLink, _ slow: BeaconLink.Tick, _ index: Int, at time: SimTime, _ channel: Int,
    _ trajectory: Trajectory
  ) -> Double {
    let number = Int(link.station)
    let (before, after) = (poses[index], poses[index + 1])
    let isAtRest = before.position == after.position && before.velocity == .zero
    let pose = isAtRest ? before : trajectory.devicePose(at: time)
    let place = Self.place(of: pose)
    let site =
      surroundings.traveller(number).map { Self.place(of: $0.trajectory.devicePose(at: time)) }
      ?? surroundings.stations[number].place
    var path = FadingPath(
      transmitter: site, directRatio: pow(10, slow[3] / 10),
      directLoss: slow[1], scatteredLoss: slow[2])
    if link.isSameLevel {
      path.floor = pose.position.z
      if let level = pose.level, level < surroundings.roomHeights.count {
        path.ceiling = pose.position.z + surroundings.roomHeights[level]
      }
    }
    return surroundings.stations[number].fading.decibels(
      at: place, along: path, seconds: time.seconds,
      megahertzOff: BeaconFrame.megahertz[channel] - BeaconFrame.megahertz[1],
      motion: parameters.motion)
  }
}
