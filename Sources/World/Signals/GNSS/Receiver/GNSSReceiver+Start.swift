import Kernel
import Observations

extension GNSSReceiver {
  /// The number of parallel search channels: an estimate for phones of the 2010s.
  private static let searchers = 8.0

  /// Updates the power state: a long gap means that the receiver was off.
  ///
  /// - Parameter now: In s since the scenario's start.
  /// - Returns: The time since the last measurement while on, in s.
  mutating func wake(at now: Double) -> Double {
    defer { lastTime = now }
    guard let last = lastTime else {
      begin(parameters.start, at: now)
      return 0
    }
    let elapsed = now - last
    guard elapsed > Self.longestGap || elapsed < 0 else {
      if now >= helpAt {
        helpAt = .infinity
        for number in channels.indices { channels[number].ephemerisAt = now }
      }
      return elapsed
    }
    // The information is kept: the age of each ephemeris decides if it gives a hot start.
    for number in channels.indices { channels[number].lose(at: last) }
    onSince = now
    if startKind == .assisted {
      help(at: now)
    } else if knowsTime {
      startKind = .hot
    }
    return 0
  }

  private mutating func begin(_ kind: GNSSStart, at now: Double) {
    startKind = kind
    onSince = now
    knowsTime = kind != .cold
    var draw = receiver.stream("gnss.start")
    switch kind {
    case .cold, .warm: break
    case .hot:
      // Decoded up to two hours ago; those of GLONASS are valid for half an hour.
      for number in channels.indices {
        let share = draw.uniform()
        channels[number].ephemerisAt =
          now - share * min(7_200, GNSSChannel.service(of: surroundings.signals[number]))
      }
    case .assisted: help(at: now)
    }
  }

  /// Requests ephemerides from the network: 1.5 to 5 s, an estimate.
  private mutating func help(at now: Double) {
    var draw = receiver.stream("gnss.help", index: UInt64(bitPattern: Int64(now * 1000)))
    helpAt = now + draw.uniform(in: 1.5...5)
  }

  /// The acquisition time at a C/N0, in s, and the min C/N0.
  ///
  /// 0.3 s at 38 dB-Hz, tenfold for each 15 dB less; thresholds after van Diggelen, "A-GPS", 2009: 23 to 25
  /// unaided, 15 to 18 assisted. The factors are estimates that give cold starts of 26 to 35 s under an
  /// open sky.
  ///
  /// A static function with few arguments, as a method was called with a copy of the whole receiver.
  private static func search(
    _ startKind: GNSSStart, knowsTime: Bool, lostAt: Double, floor: Double, _ strength: Double,
    at now: Double
  ) -> (seconds: Double, minimum: Double) {
    let isRecent = now - lostAt < 30
    let (factor, minimum): (Double, Double) =
      switch startKind {
      case _ where isRecent: (0.2, 17)
      case .cold: knowsTime ? (1.2, 24) : (2.4, 24)
      case .warm: (1.5, 23)
      case .hot: (1, 20)
      case .assisted: (0.7, 16)
      }
    return (
      min(30, max(0.1, 0.3 * gnssPower(tenth: (38 - strength) / 1.5))) * factor,
      max(minimum, floor)
    )
  }

  /// Updates a tracking channel.
  ///
  /// - Parameters:
  ///   - number: The index of the satellite.
  ///   - strength: C/N0, in dB-Hz.
  ///   - now: In s since the scenario's start.
  ///   - elapsed: The time since the last update, in s.
  ///   - budget: The remaining search time, in s.
  /// - Returns: True if the satellite is tracked.
  @inline(__always)
  mutating func follow(
    _ number: Int, strength: Double, at now: Double, elapsed: Double, budget: inout Double
  ) -> Bool {
    guard strength >= floor else {
      channels[number].lose(at: now)
      channels[number].progress = 0
      return false
    }
    guard parameters.acquisition else {
      if !channels[number].isLocked {
        channels[number].lock(at: now)
        channels[number].lockedAt = -1e9
        channels[number].hasTime = true
      }
      return true
    }
    if !channels[number].isLocked {
      let need = Self.search(
        startKind, knowsTime: knowsTime, lostAt: channels[number].lostAt, floor: floor, strength,
        at: now)
      guard strength >= need.minimum else { return false }
      let given = min(elapsed, budget, need.seconds - channels[number].progress)
      channels[number].progress += max(0, given)
      budget -= max(0, given)
      guard channels[number].progress >= need.seconds - 1e-9, elapsed > 0 else { return false }
      channels[number].lock(at: now)
      return true
    }
    let (signal, offset) = (surroundings.signals[number], surroundings.sky.start.secondsOfWeek)
    channels[number].readMessage(
      signal, from: now - elapsed, to: now, offset: offset, strength: strength)
    if channels[number].hasTime { knowsTime = true }
    return true
  }

  /// The search time of all search channels in an interval, in s.
  func searchBudget(_ elapsed: Double) -> Double { Self.searchers * elapsed }
}
