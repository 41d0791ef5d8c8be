import Geometry
import Glibc
package import Kernel
package import Observations
import Parts

/// The way that somebody walks, in a frame of its own: footfalls as they are told, turns by the
/// gyroscope.
///
/// Which direction of the phone is ahead isn't known, nor where north is: the trace is right up to a
/// rotation, which changes when the phone is carried otherwise.
package struct StepTrace: Sendable {
  /// What a magnetometer showed for a moment, however the phone was held.
  package struct FieldReading: Sendable {
    package var time: SimTime
    /// Along the vertical, positive up, and the length of what is level, in µT.
    package var upward, level: Double
  }

  /// A moment of the way.
  struct Knot: Sendable {
    var time: SimTime
    /// In m.
    var point: Vec2
    /// The direction walked in, in radians anticlockwise.
    var heading: Double
  }

  /// How many turns are remembered: some 5 s of a sensor with 100 readings a second.
  private static let keptYaws = 1024
  /// How many readings of the field are kept until they are taken: a minute's.
  private static let keptFields = 240
  private let parameters: IndoorDeadReckoningDials
  private var force: [InertialSample] = []
  private var rates: [InertialSample] = []
  private var fields: [InertialSample] = []
  private var lastRate = SimTime.distantPast
  private var hasTurned = false

  private var attitude: CarriedAttitude
  /// What the accelerometer shows on average, in m/s².
  private var strength = 0.0
  private var oldUp = Vec3(0, 0, 1)
  private var oldUpTime = SimTime.distantPast
  /// Footfalls that the sensors haven't caught up with.
  private var footfalls: [Footfall] = []
  /// Since when the direction of the step under way is averaged.
  private var stepTime = SimTime.distantPast
  private var isInRhythm = false
  /// The turn of late, in rad, with the time of each.
  private var yaws: [(time: SimTime, yaw: Double)] = []
  /// What the gyroscope shows at rest, in rad/s.
  private var drift = Vec3.zero
  private var (compassX, compassY) = (0.0, 0.0)
  private var field = Vec3.zero
  /// What the magnetometer has shown of late of the field's two parts, in sum, since when.
  private var fieldSum = (upward: 0.0, level: 0.0, count: 0.0)
  private var fieldTime = SimTime.distantPast
  private var fieldReadings: [FieldReading] = []

  /// Up to when it is known.
  private(set) var time = SimTime.distantPast
  /// Since when.
  private(set) var start = SimTime.distantPast
  /// The moments of the way, oldest first.
  private(set) var knots: [Knot] = []
  /// How long a step takes at present, in s.
  private var interval = 0.55
  /// How long a step is at present, in m.
  private var stepLength = 0.0
  /// How often the phone has been taken up or put away.
  private(set) var turnovers = 0
  /// Whether there is a gyroscope, without which directions mean nothing.
  var knowsTurns: Bool { hasTurned }
  /// Whether there are motion sensors at all.
  var isAlive: Bool { time > .distantPast }

  /// Begins a way.
  package init(_ parameters: IndoorDeadReckoningDials = IndoorDeadReckoningDials()) {
    self.parameters = parameters
    attitude = CarriedAttitude(Vec3(0, 0, 1), yaw: 0, parameters: parameters.attitude)
  }

  /// By how much the trace must be turned for a phone whose top or back points ahead to follow the
  /// compass; nil where there is none.
  var compassTurn: Double? {
    guard compassX * compassX + compassY * compassY > parameters.leastCompass else { return nil }
    return atan2(compassY, compassX)
  }

  /// Takes a batch of one of the sensors.
  package mutating func receive(accelerometer batch: InertialBatch) {
    force += batch.samples.filter(\.isFinite)
    advance()
  }

  /// Takes a batch of the gyroscope.
  package mutating func receive(gyroscope batch: InertialBatch) {
    rates += batch.samples.filter(\.isFinite)
    if let last = rates.last { lastRate = max(lastRate, last.time) }
    hasTurned = true
    advance()
  }

  /// Takes footfalls, oldest first.
  mutating func receive(_ found: [Footfall]) { footfalls += found }

  /// Takes a batch of the magnetometer.
  package mutating func receive(magnetometer batch: InertialBatch) {
    fields += batch.samples.filter(\.isFinite)
  }

  /// What the magnetometer showed since this was last asked, oldest first.
  package mutating func takeFields() -> [FieldReading] {
    defer { fieldReadings.removeAll(keepingCapacity: true) }
    return fieldReadings
  }

  /// Where the walker is at a time, in the trace's frame; beyond what is known straight on.
  func point(at moment: SimTime) -> Vec2 {
    guard let last = knots.last else { return .zero }
    if moment >= last.time {
      guard isInRhythm, (time - last.time).seconds < parameters.stopShare * interval else {
        return last.point
      }
      let ahead = min(
        (moment - last.time).seconds, (time - last.time).seconds + parameters.longestAhead)
      let direction = Vec2(cos(lastHeading), sin(lastHeading))
      return last.point + direction * (stepLength / interval * ahead)
    }
    var index = knots.count - 1
    while index > 0, knots[index].time > moment { index -= 1 }
    let (from, to) = (knots[index], knots[min(index + 1, knots.count - 1)])
    let span = (to.time - from.time).seconds
    guard span > 0, moment >= from.time else { return from.point }
    // Whoever stood between two steps did so before the second.
    let begin = max(0, span - parameters.longestStepTime)
    let share = max(0, (moment - from.time).seconds - begin) / (span - begin)
    return from.point + (to.point - from.point) * min(1, share)
  }

  /// Whether steps are being taken.
  var isWalking: Bool {
    guard isInRhythm, let last = knots.last else { return false }
    return (time - last.time).seconds < parameters.stopShare * interval
  }

  /// How fast it goes, in m/s; 0 without steps.
  var speed: Double { isWalking ? stepLength / interval : 0 }

  /// Which way it goes, in its own frame.
  var heading: Vec2 { knots.isEmpty ? .zero : Vec2(cos(lastHeading), sin(lastHeading)) }

  /// Which way it goes of late; whoever stood before the step under way may have turned.
  private var lastHeading: Double {
    heading(since: max(stepTime, time - .seconds(parameters.longestStepTime)))
  }

  /// Which way it has gone on average since a time; as before, if that is only now.
  private func heading(since moment: SimTime) -> Double {
    var (sum, count) = (0.0, 0.0)
    for entry in yaws.reversed() {
      guard entry.time > moment else { break }
      sum += entry.yaw
      count += 1
    }
    return count > 4 ? sum / count : knots.last?.heading ?? attitude.yaw
  }

  /// Works through what all sensors have told.
  private mutating func advance() {
    guard let newest = force.last?.time else { return }
    let waits = hasTurned && (newest - lastRate).seconds < parameters.patience
    let until = waits ? min(newest, lastRate) : newest
    var (turn, magnet) = (0, 0)
    var used = 0
    for sample in force {
      guard sample.time <= until else { break }
      used += 1
      guard sample.time > time else { continue }
      while turn + 1 < rates.count, rates[turn + 1].time <= sample.time { turn += 1 }
      while magnet < fields.count, fields[magnet].time <= sample.time {
        let value = fields[magnet]
        field = Vec3(Double(value.x), Double(value.y), Double(value.z))
        sumField(at: value.time)
        magnet += 1
      }
      let rate = rates.indices.contains(turn) ? rates[turn] : nil
      take(sample, rate.map { Vec3(Double($0.x), Double($0.y), Double($0.z)) } ?? .zero)
    }
    force.removeFirst(used)
    rates.removeFirst(min(turn, rates.count))
    fields.removeFirst(magnet)
  }

  private mutating func take(_ sample: InertialSample, _ rate: Vec3) {
    let value = Vec3(Double(sample.x), Double(sample.y), Double(sample.z))
    let elapsed = (sample.time - time).seconds
    guard time > .distantPast, elapsed < 1, strength > 1 else {
      return begin(value, at: sample.time)
    }
    time = sample.time
    let rate = rate - drift
    // Whatever a phone at rest seems to turn by is the gyroscope's own.
    let isStill =
      abs(value.length - strength) < parameters.stillForce && rate.length < parameters.stillRate
    if isStill { drift = drift + rate * min(1, elapsed / parameters.driftMemory) }
    strength += (value.length - strength) * min(1, elapsed / parameters.gravityMemory)
    attitude.take(force: value, rate: rate, elapsed: elapsed, hasRates: hasTurned)
    let up = attitude.up
    yaws.append((time, attitude.yaw))
    if yaws.count > Self.keptYaws { yaws.removeFirst(Self.keptYaws / 2) }
    followCompass(up, elapsed)
    followPlacement()
    followFootfalls()
  }

  private mutating func begin(_ value: Vec3, at moment: SimTime) {
    if start == .distantPast { start = moment }
    time = moment
    attitude = CarriedAttitude(value, yaw: attitude.yaw, parameters: parameters.attitude)
    strength = value.length
    (oldUp, oldUpTime) = (attitude.up, moment)
    isInRhythm = false
    if knots.isEmpty { knots.append(Knot(time: moment, point: .zero, heading: attitude.yaw)) }
  }

  /// Averages by how much the trace is turned against the compass.
  private mutating func followCompass(_ up: Vec3, _ elapsed: Double) {
    let length = field.length
    guard length >= parameters.leastField, length <= parameters.mostField else { return }
    let north = field - up * field.dot(up)
    guard north.length > parameters.leastLevelField else { return }
    // A phone held upright looks ahead with its back, a flat one with its top.
    let ahead = abs(attitude.usualUp.y) < 0.8 ? Vec3(0, 1, 0) : Vec3(0, 0, -1)
    let east = attitude.direction(of: north) - Double.pi / 2
    let turn = attitude.direction(of: ahead) - east - attitude.yaw
    let share = min(1, elapsed / parameters.compassMemory)
    compassX += (cos(turn) - compassX) * share
    compassY += (sin(turn) - compassY) * share
  }

  /// Averages the field's two parts over a moment.
  private mutating func sumField(at moment: SimTime) {
    guard isAlive else { return }
    if (moment - fieldTime).seconds >= parameters.fieldTime {
      if fieldSum.count > 0 {
        if fieldReadings.count == Self.keptFields { fieldReadings.removeFirst() }
        let middle = fieldTime + .seconds(0.5 * min(1, (moment - fieldTime).seconds))
        fieldReadings.append(
          FieldReading(
            time: middle, upward: fieldSum.upward / fieldSum.count,
            level: fieldSum.level / fieldSum.count))
      }
      (fieldTime, fieldSum) = (moment, (0, 0, 0))
    }
    let up = attitude.up
    let upward = field.dot(up)
    fieldSum.upward += upward
    fieldSum.level += (field - up * upward).length
    fieldSum.count += 1
  }

  /// Notes when the phone has come to be carried otherwise.
  private mutating func followPlacement() {
    guard (time - oldUpTime).seconds >= parameters.turnOverTime else { return }
    let up = attitude.usualUp / max(1e-6, attitude.usualUp.length)
    if acos(max(-1, min(1, oldUp.dot(up)))) > parameters.turnOver { turnovers += 1 }
    (oldUp, oldUpTime) = (up, time)
  }

  /// Takes the footfalls that have shown by now.
  private mutating func followFootfalls() {
    var used = 0
    while used < footfalls.count, footfalls[used].seenTime <= time {
      step(footfalls[used])
      used += 1
    }
    if used > 0 { footfalls.removeFirst(used) }
  }

  private mutating func step(_ footfall: Footfall) {
    (interval, stepLength) = (footfall.intervalSeconds, footfall.lengthMetres)
    stepLength = min(parameters.longestStep, max(parameters.shortestStep, stepLength))
    let (moment, gap) = (footfall.time, footfall.gapSeconds)
    guard let last = knots.last, moment > last.time else { return }
    let isNew = (moment - last.time).seconds > parameters.pauseShare * gap
    let heading = heading(since: isNew ? moment - .seconds(gap) : stepTime)
    (stepTime, isInRhythm) = (time, true)
    if isNew {
      // The walk began here: until then nobody moved.
      knots.append(
        Knot(time: moment - .seconds(gap), point: last.point, heading: heading))
    }
    let way = Vec2(cos(heading), sin(heading)) * stepLength
    knots.append(Knot(time: moment, point: last.point + way, heading: heading))
    if knots.count > parameters.knots { knots.removeFirst(knots.count - parameters.knots) }
  }
}
