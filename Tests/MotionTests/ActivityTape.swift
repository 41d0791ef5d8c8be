import Glibc
import Kernel
import Motion
import Observations

/// Nearly an hour of motions that are hard to distinguish, with helpful and misleading hints: good and bad
/// speeds, a car's connection and charger, gaps, stuck readings, and a reboot.
struct ActivityTape {
  private enum Event {
    case batch(InertialBatch)
    case fix(LocationFix)
    case link(VehicleLink)
    case power(PowerSource)
    case restart
  }

  private static let hertz = 50.0
  private let events: [(time: SimTime, event: Event)]
  private let end: SimTime

  init(seed: UInt64, parts: Int = 110) {
    var draws = RandomStream(seed: seed, purpose: "activity tape")
    var time = 0.0
    var samples: [InertialSample] = []
    var events: [(time: SimTime, event: Event)] = []
    func hint(_ event: Event, after seconds: Double) {
      events.append((SimTime(seconds: time + seconds), event))
    }
    for part in 0..<parts {
      let span = draws.uniform(in: 6...34)
      let speeds = [0, 0.4, 1.2, 1.6, 3.1, 5.2, 9, 14, 60]
      let speed = speeds[draws.integer(below: speeds.count)]
      if part % 3 != 0 {
        for second in stride(from: 0.5, to: span, by: 2) {
          let accuracy = draws.uniform(in: 0...1) < 0.8 ? 6.0 : 90
          hint(
            .fix(Self.fix(speed * draws.uniform(in: 0.7...1.3), accuracy, at: time + second)),
            after: second)
        }
      }
      if part % 9 == 4 { hint(.link(VehicleLink(kind: .bluetooth)), after: 3) }
      if part % 9 == 6 { hint(.link(VehicleLink(kind: .none)), after: 2) }
      if part % 11 == 5 { hint(.power(PowerSource(kind: .vehicle, batteryShare: 0.5)), after: 1) }
      if part % 11 == 6 { hint(.power(PowerSource(kind: .battery, batteryShare: 0.5)), after: 4) }
      if part % 40 == 33 { hint(.restart, after: 0.1) }
      Self.append(Motion(&draws), span, from: time, &draws, to: &samples)
      time += span
      // Gaps, short and long.
      if part % 8 == 7 { time += [0.2, 0.4, 1, 6, 25, 70][draws.integer(below: 6)] }
    }
    var batch = InertialBatch(samples: [])
    for sample in samples {
      if let first = batch.samples.first, (sample.time - first.time).seconds >= 2.5 {
        events.append((batch.samples[batch.samples.count - 1].time, .batch(batch)))
        batch.samples.removeAll()
      }
      batch.samples.append(sample)
    }
    self.events = events.sorted { $0.time < $1.time }
    end = SimTime(seconds: time)
  }

  /// A monitor's reports, live and from the history.
  func reported(_ parameters: ActivityTracker.Parameters) -> [ActivityReport] {
    var monitor = ActivityMonitor(parameters: parameters)
    var reported: [ActivityReport] = []
    for (time, event) in events {
      switch event {
      case .batch(let batch): monitor.receive(batch) { reported.append($0) }
      case .fix(let fix): _ = monitor.receive(sky: fix)
      case .link(let link): monitor.receive(link)
      case .power(let power): monitor.receive(power)
      case .restart: if let report = monitor.restart(at: time) { reported.append(report) }
      }
      if let report = monitor.elapse(to: time) { reported.append(report) }
    }
    reported += monitor.records(from: .start, to: end)
    // Partial queries, too, which also look around their range.
    for minute in stride(from: 4.0, to: end.seconds / 60, by: 3) {
      reported += monitor.records(
        from: SimTime(seconds: 60 * minute), to: SimTime(seconds: 60 * minute + 20))
    }
    return reported
  }

  /// A motion of some kind, with random strength and rate.
  private struct Motion {
    var kind: Int
    var rate, strength, noise: Double

    init(_ draws: inout RandomStream) {
      kind = draws.integer(below: 9)
      rate = draws.uniform(in: 0.8...1.4)
      strength = draws.uniform(in: 0.3...1.6)
      noise = draws.uniform(in: 0.02...0.5)
    }

    /// Vertical and lateral force, in m/s².
    func force(
      at time: Double, _ sway: inout (place: Double, speed: Double), _ draws: inout RandomStream
    ) -> (
      up: Double, side: Double
    ) {
      func wave(_ hertz: Double, _ phase: Double = 0) -> Double {
        sin(2 * .pi * hertz * rate * time + phase)
      }
      switch kind {
      case 0: return (0.03 * noise * draws.gaussian(), 0)
      case 1: return (noise * draws.gaussian() * 0.3, 0.1 * wave(0.3))
      case 2: return (strength * (2.6 * wave(1.8) + wave(3.6, 0.7)), strength * wave(0.9))
      case 3: return (strength * 9 * max(-0.9, wave(2.7)), strength * 3 * wave(1.35))
      // Pedalling on a rough road.
      case 4:
        return (
          strength * (0.9 * wave(1.3) + noise * 3 * draws.gaussian()), strength * 0.7 * wave(0.65)
        )
      // A sprung body.
      case 5, 6:
        let omega = 2 * Double.pi * (kind == 5 ? 1.6 : 11) * rate
        let push =
          omega * strength * draws.gaussian() * (1.2 * omega * ActivityTape.hertz).squareRoot()
        sway.speed +=
          (push / omega - 0.6 * omega * sway.speed - omega * omega * sway.place)
          / ActivityTape.hertz
        sway.place += sway.speed / ActivityTape.hertz
        return (sway.place * omega * 0.7, noise * draws.gaussian())
      // Dancing, and hand motion.
      case 7:
        return (strength * 4 * wave(1.1 + 0.5 * wave(0.07)) * wave(0.23), strength * 3 * wave(0.77))
      default:
        return (
          strength * 1.2 * wave(0.5 + 0.3 * wave(0.11)),
          strength * wave(0.31) + noise * draws.gaussian()
        )
      }
    }
  }

  private static func append(
    _ motion: Motion, _ span: Double, from begin: Double, _ draws: inout RandomStream,
    to samples: inout [InertialSample]
  ) {
    var sway = (place: 0.0, speed: 0.0)
    let turn = draws.uniform(in: 0...6.28)
    let hangs = draws.uniform(in: 0...1) < 0.15
    for number in 0..<Int(span * Self.hertz) {
      let time = begin + Double(number) / Self.hertz
      let (up, side) = motion.force(at: time, &sway, &draws)
      let g = 9.80665 + up
      var sample = InertialSample(
        time: SimTime(seconds: time), x: Float(g * sin(turn) + side + 0.02 * draws.gaussian()),
        y: Float(g * cos(turn) + 0.02 * draws.gaussian()),
        z: Float(side * 0.6 + 0.02 * draws.gaussian()))
      // All readings are stuck, or one axis.
      if hangs, let last = samples.last {
        sample.z = last.z
        if motion.kind == 2 { (sample.x, sample.y) = (last.x, last.y) }
      }
      // Few readings in some windows, and some late ones.
      if number % 997 < 30, number % 3 != 0 { continue }
      if number % 701 == 350 { sample.time = sample.time - .seconds(0.7) }
      samples.append(sample)
    }
  }

  private static func fix(_ speed: Double, _ accuracy: Double, at seconds: Double) -> LocationFix {
    var fix = LocationFix(
      time: SimTime(seconds: seconds),
      coordinate: Coordinate(latitudeDegrees: 47, longitudeDegrees: 8),
      horizontalAccuracyMetres: accuracy, source: .gnss)
    fix.speedMetresPerSecond = speed
    return fix
  }
}
