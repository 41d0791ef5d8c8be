import Glibc
import Kernel
import Motion
import Observations
import Parts

/// An hour of pedometer input: walks at many rates, runs, stairs, a bicycle, good and bad fixes, and faulty
/// readings.
struct PedometerTape {
  private enum Event {
    case motion(InertialBatch)
    case pressure(PressureSample)
    case fix(LocationFix)
    case hint(MotionHint, isConfident: Bool)
  }

  /// A time span: activity, speed, climb rate, turn rate, and satellite fixes.
  private struct Part {
    var doing: Walker.Part
    var speed = 0.0
    var climb = 0.0
    var turn = 0.0
    var accuracy = 0.0
    var hasSpeed = true
    var hint = MotionHint.none
    var isConfident = false
  }

  private var events: [(seconds: Double, event: Event)] = []

  init(seed: UInt64) {
    var walker = Walker(seed: seed)
    var draw = RandomStream(seed: seed, purpose: "pedometer tape")
    var (time, height, heading) = (0.0, 0.0, 0.3)
    var place = (east: 0.0, north: 0.0)
    for part in Self.parts {
      let begin = walker.seconds
      for batch in walker.batches([part.doing]) {
        if let last = batch.samples.last { events.append((last.time.seconds, .motion(batch))) }
      }
      events.append((begin, .hint(part.hint, isConfident: part.isConfident)))
      time = begin.rounded(.up)
      while time < walker.seconds {
        height += part.climb
        heading += part.turn
        place.east += part.speed * cos(heading)
        place.north += part.speed * sin(heading)
        let pascals = 101_325 - 12 * height + 0.8 * draw.gaussian()
        events.append(
          (time, .pressure(PressureSample(time: SimTime(seconds: time), pressurePascals: pascals))))
        if part.accuracy > 0 {
          let error = 0.2 * part.accuracy
          events.append(
            (
              time + 0.4,
              .fix(
                Self.fix(
                  at: time, east: place.east + error * draw.gaussian(),
                  north: place.north + error * draw.gaussian(), accuracy: part.accuracy,
                  speed: part.hasSpeed ? part.speed * (1 + 0.04 * draw.gaussian()) : -1))
            ))
        }
        time += 1
      }
    }
    events.sort { $0.seconds < $1.seconds }
    spoil()
  }

  /// Stuck, repeated and reversed readings, and a clock that is set back.
  private mutating func spoil() {
    var number = 0
    for index in events.indices {
      guard case .motion(var batch) = events[index].event else { continue }
      number += 1
      switch number % 40 {
      case 7:
        let first = batch.samples[0]
        for sample in batch.samples.indices.dropFirst(30) where sample < 30 + 3 * (number % 23) {
          guard batch.samples.indices.contains(sample) else { continue }
          (batch.samples[sample].x, batch.samples[sample].y, batch.samples[sample].z) = (
            first.x, first.y, first.z
          )
        }
      case 13:
        for sample in batch.samples.indices where sample % 40 == 39 {
          batch.samples[sample].time =
            batch.samples[sample].time - .seconds(0.05 * Double(1 + sample / 40 * 3))
        }
      case 19 where batch.samples.count > 60: batch.samples.removeSubrange(20..<60)
      default: continue
      }
      events[index].event = .motion(batch)
    }
    // The phone's clock is set back by a quarter of an hour.
    for index in events.indices where events[index].seconds > Self.setBackAt {
      switch events[index].event {
      case .pressure(var sample):
        sample.time = sample.time - .seconds(900)
        events[index].event = .pressure(sample)
      case .motion(var batch):
        for number in batch.samples.indices {
          batch.samples[number].time = batch.samples[number].time - .seconds(900)
        }
        events[index].event = .motion(batch)
      case .fix, .hint: break
      }
    }
  }

  private static let parts: [Part] = {
    func walk(
      _ seconds: Double, _ rate: Double, _ strength: Double, climb: Double = 0, turn: Double = 0,
      accuracy: Double = 0, hasSpeed: Bool = true, hint: MotionHint = .walking
    ) -> Part {
      Part(
        doing: .walk(seconds, rate: rate, strength: strength), speed: rate * (0.3 + 0.25 * rate),
        climb: climb, turn: turn, accuracy: accuracy, hasSpeed: hasSpeed, hint: hint,
        isConfident: climb != 0)
    }
    let rest = Part(doing: .rest(14))
    // From the first moment on.
    var parts = [walk(12, 1.75, 0.5), rest]
    // Outdoor paths, straight ones with and without speeds, and bent ones; good and bad fixes.
    for (index, rate) in [1.7, 1.95, 1.5, 2.15].enumerated() {
      parts += [
        walk(95, rate, 1.6 + 0.3 * Double(index), accuracy: 5),
        walk(90, rate + 0.05, 1.8, accuracy: 9, hasSpeed: false), rest,
        walk(80, rate, 2, turn: 0.03, accuracy: 4), walk(12, rate + 0.3, 2.4, accuracy: 19), rest,
      ]
    }
    // Runs.
    for (rate, strength) in [(2.6, 6.0), (2.8, 7.5), (3.0, 9.0), (2.45, 5.0)] {
      parts += [walk(70, rate, strength, accuracy: 5, hint: .running), rest]
    }
    // Stairs, by one and by two steps, with short and long landings; walking on an escalator; a ramp.
    for (rate, climb) in [
      (1.6, 0.27), (1.8, 0.3), (1.4, 0.13), (1.7, 0.5), (1.7, 0.18), (1.2, 0.42),
    ] {
      for landing in [3.0, 7.0, 11.0] {
        for way in [1.0, -1.0] {
          parts += [
            walk(9, rate, 1.6, climb: way * climb), walk(landing, 1.5, 1.4),
            walk(8, rate, 1.6, climb: way * climb), walk(6, 1.8, 1.5),
          ]
        }
      }
    }
    // No walking: a vehicle, a bicycle, hands.
    for hint in [MotionHint.vehicle, .cycling, .other, .none] {
      parts += [
        Part(doing: .shake(25, hertz: 1.6, strength: 1.1), hint: hint),
        Part(doing: .walk(25, rate: 1.3, strength: 0.9), hint: hint), rest,
        Part(doing: .walk(4, rate: 2.0, strength: 0.8), hint: hint), rest,
        Part(doing: .walk(14, rate: 1.5, strength: 0.5), hint: hint), rest,
        Part(doing: .walk(9, rate: 1.9, strength: 1.4), hint: hint), rest,
        Part(doing: .walk(20, rate: 1.15, strength: 1.8), hint: hint), rest,
        Part(doing: .walk(7, rate: 1.7, strength: 0.7), hint: hint), rest,
      ]
    }
    return parts + [walk(60, 1.8, 1.7, climb: 0.1), rest, walk(40, 1.9, 1.9, climb: -0.25), rest]
  }()

  private static let setBackAt = 2100.0

  /// A pedometer's records.
  func reported(_ parameters: Pedometer.Parameters) -> [PedometerRecord] {
    var pedometer = Pedometer(parameters: parameters)
    var records: [PedometerRecord] = []
    for (seconds, event) in events {
      switch event {
      case .pressure(let sample): pedometer.receive(pressure: sample)
      case .fix(let fix): pedometer.receive(fix: fix)
      case .hint(let hint, let isConfident):
        (pedometer.hint, pedometer.isHintConfident) = (hint, isConfident)
      case .motion(let batch):
        let stepEvents = pedometer.process(batch)
        pedometer.confirm()
        // The early step events are a part of the result.
        records.append(
          PedometerRecord(
            startTime: stepEvents.first?.time ?? .start, endTime: SimTime(seconds: seconds),
            stepCount: stepEvents.count,
            distanceMetres: stepEvents.reduce(0) { $0 + $1.lengthMetres }))
        if let record = pedometer.push(at: SimTime(seconds: seconds)) { records.append(record) }
      }
    }
    let faults = pedometer.faults
    records.append(
      PedometerRecord(
        startTime: .start, endTime: .start, stepCount: faults.disordered + 1000 * faults.stuck))
    return records
  }

  /// The times at which a peak counter counts a step.
  func counted(_ parameters: PeakStepCounter.Parameters) -> [Int] {
    var counter = PeakStepCounter(parameters: parameters)
    return events.compactMap { _, event in
      guard case .motion(let batch) = event else { return nil }
      _ = counter.receive(batch)
      return counter.stepCount
    }
  }

  private static func fix(
    at seconds: Double, east: Double, north: Double, accuracy: Double, speed: Double
  ) -> LocationFix {
    var fix = LocationFix(
      time: SimTime(seconds: seconds),
      coordinate: Coordinate(
        latitudeDegrees: 47 + north / 111_170, longitudeDegrees: 8 + east / 75_900),
      horizontalAccuracyMetres: accuracy, source: .gnss)
    fix.speedMetresPerSecond = speed
    return fix
  }
}
