import Geometry
import Kernel
import Truth

/// The true sensor inputs at a moment, in the device's axes.
struct InertialScene {
  /// Specific force in m/s², angular velocity in rad/s, magnetic field in µT.
  var force, rate, field: PhoneVector
}

extension InertialModel {
  /// Combines all motions of the phone into sensor inputs.
  ///
  /// The cursor is passed by reference, as a value it would be copied per sample.
  @inline(__always)
  mutating func scene(
    along cursor: inout TrajectoryCursor, at time: SimTime, withRate: Bool, withField: Bool
  ) -> InertialScene {
    let pose = cursor.devicePose(at: time)
    let held = attitude.state(&cursor, at: time)
    let shake = shake(pose, held, &cursor, at: time)
    face(cursor.isLying ? cursor.lyingHeadingRadians : pose.headingRadians)
    let (s, c) = (heading.sine, heading.cosine)

    // East and north to right and forward.
    let (east, north) = (Float(pose.acceleration.x), Float(pose.acceleration.y))
    let path = PhoneVector(
      east * s - north * c, east * c + north * s,
      Float(pose.acceleration.z + InertialSensorParameters.gravity), 0)
    let back = PhoneTurn(-shake.tilt)
    let force = held.rotation(back(path + shake.acceleration + held.acceleration))
    var rate = PhoneVector.zero
    if withRate {
      let turn =
        back(PhoneVector(0, 0, Float(pose.turnRate), 0)) + back.velocity(ofRate: shake.rotation)
      rate = held.rotation(turn) + held.turning
    }
    guard withField else { return InertialScene(force: force, rate: rate, field: .zero) }
    let ambient = extras.field(pose, along: &cursor, at: time)
    let around = PhoneVector(
      Float(ambient.x) * s - Float(ambient.y) * c, Float(ambient.x) * c + Float(ambient.y) * s,
      Float(ambient.z), 0)
    return InertialScene(force: force, rate: rate, field: held.rotation(back(around)))
  }

  @inline(__always)
  private mutating func face(_ radians: Double) {
    guard radians != heading.radians else { return }
    heading = (radians, Float(phoneSine(radians)), Float(phoneCosine(radians)))
  }

  /// The phone's own motion in the carrier's axes.
  @inline(__always)
  private mutating func shake(
    _ pose: Pose, _ held: PhoneAttitude.State, _ cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneShake {
    var shake = body(pose, pose.placement, &cursor, at: time)
    if held.arrival < 1 { shake = moved(shake, pose, held, &cursor, at: time) }
    if pose.doing.isCarried {
      shake += PhoneShake(extras.ride(pose, along: &cursor, at: time))
    }
    shake += fidget(pose, &cursor, at: time)
    return shake
  }

  /// Fidget motion, faded in and out at changes of activity and placement.
  @inline(__always)
  private mutating func fidget(
    _ pose: Pose, _ cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneShake {
    let motion = extras.fidget(pose, along: &cursor, at: time)
    let thump =
      InertialExtras.mayThump(cursor.placement, at: time)
      ? PhoneShake(extras.thump(along: &cursor, at: time)) : .still
    if motion.isNone { return thump }
    // In s, from and to the nearest change of activity or placement.
    let ramp: Float = 0.4
    let since = max(cursor.doing.since, cursor.placement.since)
    let until = min(cursor.doing.until, cursor.placement.until)
    let rise = smoothStep(since == .distantPast ? 1 : Float((time - since).seconds) / ramp)
    let fall = smoothStep(until == .distantFuture ? 1 : Float((until - time).seconds) / ramp)
    var shake = PhoneShake(motion).faded(
      rise.value * fall.value,
      slope: (rise.slope * fall.value - rise.value * fall.slope) / ramp)
    shake += thump
    return shake
  }

  /// The motion of the carrier's body at a placement: gait and posture.
  @inline(__always)
  private mutating func body(
    _ pose: Pose, _ placement: Placement, _ cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneShake {
    guard placement.isOnBody, !cursor.isLying else { return .still }
    let doing = pose.doing
    let isOnFoot = doing.isOnFoot
    let going = GaitMotion.Going(pose, stepRate: cursor.stepRate)
    var shake = gait.shake(doing, placement, going, nanoseconds: time.nanoseconds)
    // Cross-fade from the previous activity.
    let since = cursor.doing.since
    if time.nanoseconds &- since.nanoseconds < GaitMotion.fadeNanoseconds, since != .distantPast {
      shake = faded(shake, placement, going, &cursor, at: time)
    }
    if parameters.sway {
      let stillness = isOnFoot ? 1 - smoothStep(going.speed * 2.5).value : 1
      if stillness > 0 {
        let calm = GaitPosture.calm(cursor.doing, at: time)
        shake += posture.shake(placement, calm: calm, nanoseconds: time.nanoseconds)
          .faded(stillness, slope: 0)
      }
    }
    return shake
  }

  @inline(never)
  private mutating func faded(
    _ shake: PhoneShake, _ placement: Placement, _ going: GaitMotion.Going,
    _ cursor: inout TrajectoryCursor, at time: SimTime
  ) -> PhoneShake {
    let share = Float((time - cursor.doing.since).seconds / GaitMotion.fade)
    let step = smoothStep(share)
    let slope = step.slope / Float(GaitMotion.fade)
    var sum = shake.faded(step.value, slope: slope)
    sum += gait.shake(cursor.doing.before, placement, going, nanoseconds: time.nanoseconds)
      .faded(1 - step.value, slope: -slope)
    return sum
  }

  /// The motion of a phone on its way between two placements, with a hand's noise.
  @inline(never)
  private mutating func moved(
    _ shake: PhoneShake, _ pose: Pose, _ held: PhoneAttitude.State,
    _ cursor: inout TrajectoryCursor,
    at time: SimTime
  ) -> PhoneShake {
    var sum = shake.faded(held.arrival, slope: held.arrivalSlope)
    sum += body(pose, cursor.placement.before, &cursor, at: time)
      .faded(1 - held.arrival, slope: -held.arrivalSlope)
    // A hand's noise while it moves a phone, 1 m/s² and 5°: an estimate.
    let (value, slope) = hand(time.nanoseconds)
    sum.acceleration += value.highHalf * held.handling
    sum.tilt += value.lowHalf * (0.09 * held.handling)
    sum.rotation +=
      slope.lowHalf * (0.09 * held.handling)
      + value.lowHalf * (0.09 * held.handlingSlope)
    return sum
  }
}
