import Kernel
import Truth

/// How the phone is turned against its bearer, at every moment.
///
/// The hold is drawn per person and per episode of carrying (``PhoneHold``). Sitting down takes a
/// pocketed phone along with the thigh. A change of either takes a second or two, with a hand's
/// noise on it.
struct PhoneAttitude: Sendable {
  /// The attitude at a moment.
  struct State: Sendable {
    /// From the bearer's axes to the device's.
    var rotation: PhoneRotation
    /// How fast the device is turned by handling, in its own axes, in rad/s.
    var turning = PhoneVector.zero
    /// How it is accelerated by being put elsewhere, in the bearer's axes, in m/s².
    var acceleration = PhoneVector.zero
    /// How far the phone is on its way from the last placement: 1 when it has arrived.
    var arrival: Float = 1
    var arrivalSlope: Float = 0
    /// How much a hand shakes it, from 0 to 1.
    var handling: Float = 0
    var handlingSlope: Float = 0
  }

  /// How long it takes to sit down and get up, in s (1.5 to 2.5 s for the whole; an estimate).
  static let sitting = 1.6
  /// How far a phone is moved forward when it is put elsewhere, and a body when it sits, in m.
  private static let reach: Float = 0.25

  private let hold: PhoneHold
  private let receiver: SignalReceiver
  private let hasHandling: Bool
  private var settled = State(rotation: .identity)
  private var settledFrom = SimTime.distantFuture
  private var settledUntil = SimTime.distantPast

  /// Creates the attitude of one device.
  init(_ receiver: SignalReceiver, isLeft: Bool, variety: Bool, handling: Bool) {
    hold = PhoneHold(receiver, isLeft: isLeft, variety: variety)
    self.receiver = receiver
    hasHandling = handling
  }

  /// The attitude at the moment a cursor was last asked for.
  @inline(__always)
  mutating func state(_ cursor: inout TrajectoryCursor, at time: SimTime) -> State {
    if time >= settledFrom, time < settledUntil { return settled }
    return search(&cursor, at: time)
  }

  @inline(never)
  private mutating func search(_ cursor: inout TrajectoryCursor, at time: SimTime) -> State {
    let put = cursor.placement
    let deed = cursor.doing
    let putting = change(since: put.since, until: put.until, seconds: takes(put.number))
    let seating = change(since: deed.since, until: deed.until, seconds: Self.sitting)
    // What was put down while its owner turned elsewhere is taken up from where it lay.
    let isTakenUp = !cursor.isLying && cursor.lyingSince == put.since
    let turned = isTakenUp ? cursor.takenUpTurnRadians : 0
    let state = state(put, deed, putting, seating, cursor.isLying, turned, at: time)
    let arrival = max(putting.end, seating.end)
    if time >= arrival {
      settledFrom = max(arrival, max(put.since, deed.since))
      settledUntil = min(put.until, deed.until)
      // Whether the phone lies somewhere changes with its placement, or it needs no thigh.
      settled = state
    }
    return state
  }

  /// When a change begins and ends: before the next one does.
  private func change(
    since: SimTime, until: SimTime, seconds: Double
  ) -> (begin: SimTime, end: SimTime) {
    since == .distantPast ? (since, since) : (since, min(since + .seconds(seconds), until))
  }

  /// How long the phone takes to be put elsewhere: 1 to 2 s.
  private func takes(_ episode: Int) -> Double {
    var draws = receiver.stream("phone.putting", index: UInt64(clamping: episode))
    return draws.uniform(in: 1...2)
  }

  private func state(
    _ put: TrajectoryCursor.Hold<Placement>, _ deed: TrajectoryCursor.Hold<Doing>,
    _ putting: (begin: SimTime, end: SimTime), _ seating: (begin: SimTime, end: SimTime),
    _ isLying: Bool, _ turned: Double, at time: SimTime
  ) -> State {
    let here = hold.rotation(put.value, episode: put.number)
    let isPutting = hasHandling && time < putting.end && put.number > 0
    let isSeating =
      hasHandling && time < seating.end && !isLying && put.value.isOnBody
      && deed.before.seat != deed.value.seat
    let seat = isLying ? 0 : deed.value.seat * hold.seatAngle(episode: deed.number)
    let seatBefore = isLying ? 0 : deed.before.seat * hold.seatAngle(episode: deed.number - 1)
    guard isPutting || isSeating else {
      let lift = put.value.isOnThigh ? Float(seat) : 0
      return State(rotation: here.turned(by: [lift, 0, 0, 0]))
    }
    var state = State(rotation: here)
    var (thigh, thighRate) = (put.value.isOnThigh ? 1.0 : 0, 0.0)
    if isPutting {
      let seconds = (putting.end - putting.begin).seconds
      let pace = easedStep(Float((time - putting.begin).seconds / seconds))
      let before = hold.rotation(put.before, episode: put.number - 1)
        .turned(by: [0, 0, Float(turned.remainder(dividingBy: 2 * .pi)), 0])
      let turn = before.turn(to: here)
      state.rotation = before.turned(by: turn * pace.value)
      let rate = pace.slope / Float(seconds)
      state.turning = state.rotation(turn * rate)
      let way = PhoneVector(
        0, Self.reach, Float(put.value.heightMetres - put.before.heightMetres), 0)
      state.acceleration = way * (pace.bend / Float(seconds * seconds))
      (state.arrival, state.arrivalSlope) = (pace.value, rate)
      state.handling = pace.value * (1 - pace.value) * 4
      state.handlingSlope = (1 - 2 * pace.value) * 4 * rate
      let thighBefore = put.before.isOnThigh ? 1.0 : 0
      thighRate = (thigh - thighBefore) * Double(rate)
      thigh = thighBefore + (thigh - thighBefore) * Double(pace.value)
    }
    var (lift, liftRate) = (seat, 0.0)
    if isSeating {
      let seconds = (seating.end - seating.begin).seconds
      let step = easedStep(Float((time - seating.begin).seconds / seconds))
      lift = seatBefore + (seat - seatBefore) * Double(step.value)
      liftRate = (seat - seatBefore) * Double(step.slope) / seconds
      state.acceleration += sinking(deed) * (step.bend / Float(seconds * seconds))
    }
    let rate = PhoneVector(Float(thigh * liftRate + thighRate * lift), 0, 0, 0)
    state.turning += state.rotation(rate)
    state.rotation = state.rotation.turned(by: [Float(thigh * lift), 0, 0, 0])
    return state
  }

  /// How far a body goes when it sits down: back and down; or the other way.
  private func sinking(_ deed: TrajectoryCursor.Hold<Doing>) -> PhoneVector {
    PhoneVector(0, -Self.reach, 0.4, 0) * Float(deed.before.seat - deed.value.seat)
  }
}

extension Doing {
  /// How far the thigh is lifted, from 0 to 1: on a saddle, about half as far as on a chair, on the
  /// mean of a turn of the pedals; an estimate.
  fileprivate var seat: Double {
    switch self {
    case .sitting, .driving, .passenger, .bus, .train: 1
    case .cycling: 0.55
    default: 0
    }
  }
}

extension Placement {
  /// Whether it moves with the thigh.
  fileprivate var isOnThigh: Bool { self == .frontPocket || self == .backPocket }
}
