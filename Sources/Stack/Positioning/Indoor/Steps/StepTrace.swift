import Geometry
import Glibc
package import Kernel
package import Observations
import Parts

/// Pedestrian dead reckoning (PDR): path from step events and gyroscope turns, in a frame of its
/// own.
///
/// The forward direction of the phone and north are unknown. The trace is correct up to a rotation,
/// which changes with the carrying position.
package struct StepTrace: Sendable {
  /// Averaged magnetometer reading, independent of the phone's attitude.
  package struct FieldReading: Sendable {
    package var time: SimTime
    /// Upward component and horizontal magnitude, in µT.
    package var upward, level: Double
  }

  /// A point of the path.
  struct Knot: Sendable {
    var time: SimTime
    /// In m.
    var point: Vec2
    /// Direction of walking, in rad anticlockwise.
    var heading: Double
  }

  /// Number of stored yaws: some 5 s of a sensor at 100 Hz.
  private static let keptYaws = 1024
  /// Maximum number of pending field readings: one minute.
  private static let keptFields = 240
  private let parameters: IndoorDeadReckoningParameters
  private var force: [InertialSample] = []
  private var rates: [InertialSample] = []
  private var fields: [InertialSample] = []
  private var lastRate = SimTime.distantPast
  private var hasTurned = false

  private var attitude: CarriedAttitude
  /// Mean magnitude of the specific force, in m/s².
  private var strength = 0.0
  private var oldUp = Vec3(0, 0, 1)
  private var oldUpTime = SimTime.distantPast
  /// Step events later than the sensor data processed.
  private var stepEvents: [StepEvent] = []
  /// Start of the averaging of the current step's heading.
  private var stepTime = SimTime.distantPast
  private var isInRhythm = false
  /// Recent yaws, in rad, with their times.
  private var yaws: [(time: SimTime, yaw: Double)] = []
  /// Gyroscope bias, in rad/s.
  private var drift = Vec3.zero
  private var (compassX, compassY) = (0.0, 0.0)
  private var field = Vec3.zero
  /// Sums of the field's two parts over the current averaging interval, and its start.
  private var fieldSum = (upward: 0.0, level: 0.0, count: 0.0)
  private var fieldTime = SimTime.distantPast
  private var fieldReadings: [FieldReading] = []

  /// Time up to which motion is known.
  private(set) var time = SimTime.distantPast
  /// Start of the motion data.
  private(set) var start = SimTime.distantPast
  /// Path points, oldest first.
  private(set) var knots: [Knot] = []
  /// Current step interval, in s.
  private var interval = 0.55
  /// Current step length, in m.
  private var stepLength = 0.0
  /// Number of changes of the carrying position.
  private(set) var turnovers = 0
  /// True if there is a gyroscope, without which headings are meaningless.
  var knowsTurns: Bool { hasTurned }
  /// True if there is motion data.
  var isAlive: Bool { time > .distantPast }

  /// Creates an empty path.
  package init(_ parameters: IndoorDeadReckoningParameters = IndoorDeadReckoningParameters()) {
    self.parameters = parameters
    attitude = CarriedAttitude(Vec3(0, 0, 1), yaw: 0, parameters: parameters.attitude)
  }

  /// Rotation of the trace that aligns it with the compass; nil if unknown.
  ///
  /// Assumes that the phone's top or back points ahead.
  var compassTurn: Double? {
    guard compassX * compassX + compassY * compassY > parameters.minCompass else { return nil }
    return atan2(compassY, compassX)
  }

  /// Processes accelerometer data.
  package mutating func receive(accelerometer batch: InertialBatch) {
    force += batch.samples.filter(\.isFinite)
    advance()
  }

  /// Processes gyroscope data.
  package mutating func receive(gyroscope batch: InertialBatch) {
    rates += batch.samples.filter(\.isFinite)
    if let last = rates.last { lastRate = max(lastRate, last.time) }
    hasTurned = true
    advance()
  }

  /// Processes step events, oldest first.
  mutating func receive(_ found: [StepEvent]) { stepEvents += found }

  /// Processes magnetometer data.
  package mutating func receive(magnetometer batch: InertialBatch) {
    fields += batch.samples.filter(\.isFinite)
  }

  /// Returns and removes the pending field readings, oldest first.
  package mutating func takeFields() -> [FieldReading] {
    defer { fieldReadings.removeAll(keepingCapacity: true) }
    return fieldReadings
  }

  /// Returns the position at a time, in the trace's frame; extrapolated in a straight line.
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
    // Any standing precedes the second step.
    let begin = max(0, span - parameters.longestStepTime)
    let share = max(0, (moment - from.time).seconds - begin) / (span - begin)
    return from.point + (to.point - from.point) * min(1, share)
  }

  /// True while steps are taken.
  var isWalking: Bool {
    guard isInRhythm, let last = knots.last else { return false }
    return (time - last.time).seconds < parameters.stopShare * interval
  }

  /// Walking speed, in m/s; 0 without steps.
  var speed: Double { isWalking ? stepLength / interval : 0 }

  /// Heading in the trace's frame, a unit vector.
  var heading: Vec2 { knots.isEmpty ? .zero : Vec2(cos(lastHeading), sin(lastHeading)) }

  /// Current heading; after standing, only that of the current step, because the user may have
  /// turned.
  private var lastHeading: Double {
    heading(since: max(stepTime, time - .seconds(parameters.longestStepTime)))
  }

  /// Returns the mean heading since a time; the last heading if there is too little data.
  private func heading(since moment: SimTime) -> Double {
    var (sum, count) = (0.0, 0.0)
    for entry in yaws.reversed() {
      guard entry.time > moment else { break }
      sum += entry.yaw
      count += 1
    }
    return count > 4 ? sum / count : knots.last?.heading ?? attitude.yaw
  }

  /// Processes the data up to the latest time that all sensors have reached.
  private mutating func advance() {
    guard let newest = force.last?.time else { return }
    let waits = hasTurned && (newest - lastRate).seconds < parameters.timeout
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
      process(sample, rate.map { Vec3(Double($0.x), Double($0.y), Double($0.z)) } ?? .zero)
    }
    force.removeFirst(used)
    rates.removeFirst(min(turn, rates.count))
    fields.removeFirst(magnet)
  }

  private mutating func process(_ sample: InertialSample, _ rate: Vec3) {
    let value = Vec3(Double(sample.x), Double(sample.y), Double(sample.z))
    let elapsed = (sample.time - time).seconds
    guard time > .distantPast, elapsed < 1, strength > 1 else {
      return begin(value, at: sample.time)
    }
    time = sample.time
    let rate = rate - drift
    // The rotation rate of a phone at rest is gyroscope bias.
    let isStill =
      abs(value.length - strength) < parameters.stillForce && rate.length < parameters.stillRate
    if isStill { drift = drift + rate * min(1, elapsed / parameters.driftMemory) }
    strength += (value.length - strength) * min(1, elapsed / parameters.gravityMemory)
    attitude.process(force: value, rate: rate, elapsed: elapsed, hasRates: hasTurned)
    let up = attitude.up
    yaws.append((time, attitude.yaw))
    if yaws.count > Self.keptYaws { yaws.removeFirst(Self.keptYaws / 2) }
    followCompass(up, elapsed)
    followPlacement()
    followStepEvents()
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

  /// Averages the rotation between trace and compass.
  private mutating func followCompass(_ up: Vec3, _ elapsed: Double) {
    let length = field.length
    guard length >= parameters.minField, length <= parameters.maxField else { return }
    let north = field - up * field.dot(up)
    guard north.length > parameters.minLevelField else { return }
    // An upright phone faces ahead with its back, a flat one with its top.
    let ahead = abs(attitude.usualUp.y) < 0.8 ? Vec3(0, 1, 0) : Vec3(0, 0, -1)
    let east = attitude.direction(of: north) - Double.pi / 2
    let turn = attitude.direction(of: ahead) - east - attitude.yaw
    let share = min(1, elapsed / parameters.compassMemory)
    compassX += (cos(turn) - compassX) * share
    compassY += (sin(turn) - compassY) * share
  }

  /// Averages the field's two parts over an interval.
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

  /// Detects a change of the carrying position.
  private mutating func followPlacement() {
    guard (time - oldUpTime).seconds >= parameters.turnOverTime else { return }
    let up = attitude.usualUp / max(1e-6, attitude.usualUp.length)
    if acos(max(-1, min(1, oldUp.dot(up)))) > parameters.turnOver { turnovers += 1 }
    (oldUp, oldUpTime) = (up, time)
  }

  /// Processes the step events up to the current time.
  private mutating func followStepEvents() {
    var used = 0
    while used < stepEvents.count, stepEvents[used].seenTime <= time {
      step(stepEvents[used])
      used += 1
    }
    if used > 0 { stepEvents.removeFirst(used) }
  }

  private mutating func step(_ stepEvent: StepEvent) {
    (interval, stepLength) = (stepEvent.intervalSeconds, stepEvent.lengthMetres)
    stepLength = min(parameters.longestStep, max(parameters.shortestStep, stepLength))
    let (moment, gap) = (stepEvent.time, stepEvent.gapSeconds)
    guard let last = knots.last, moment > last.time else { return }
    let isNew = (moment - last.time).seconds > parameters.pauseShare * gap
    let heading = heading(since: isNew ? moment - .seconds(gap) : stepTime)
    (stepTime, isInRhythm) = (time, true)
    if isNew {
      // The walk begins here; before, the user stood still.
      knots.append(
        Knot(time: moment - .seconds(gap), point: last.point, heading: heading))
    }
    let way = Vec2(cos(heading), sin(heading)) * stepLength
    knots.append(Knot(time: moment, point: last.point + way, heading: heading))
    if knots.count > parameters.knots { knots.removeFirst(knots.count - parameters.knots) }
  }
}
