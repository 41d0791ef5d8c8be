import Kernel
import Truth

/// The phone's attitude relative to its carrier, at every moment.
///
/// The hold is drawn per person and per carrying episode (``PhoneHold``). Sitting down rotates a phone in a
/// pocket along with the thigh. A change of either takes a second or two, with a hand's noise.
struct PhoneAttitude: Sendable {
  struct State: Sendable {
    /// From the carrier's axes to the device's.
    var rotation: PhoneRotation
    /// Angular velocity by handling, in the device's axes, in rad/s.
    var turning = PhoneVector.zero
    /// Acceleration by a move between placements, in the carrier's axes, in m/s².
    var acceleration = PhoneVector.zero
    /// The progress of the move from the last placement; 1 after its end.
    var arrival: Float = 1
    var arrivalSlope: Float = 0
    /// The strength of the hand's noise, from 0 to 1.
    var handling: Float = 0
    var handlingSlope: Float = 0
  }

  /// The time to sit down or get up, in s (1.5 to 2.5 s for the whole; an estimate).
  static let sitting = 1.6
  /// The forward distance of a moved phone, and of a body that sits down, in m.
  private static let reach: Float = 0.25

  private let hold: PhoneHold
  private let receiver: SignalReceiver
  private let hasHandling: Bool
  private var settled = State(rotation: .identity)
  private var settledFrom = SimTime.distantFuture
  private var settledUntil = SimTime.distantPast

  init(_ receiver: SignalReceiver, isLeft: Bool, variety: Bool, handling: Bool) {
    hold = PhoneHold(receiver, isLeft: isLeft, variety: variety)
    self.receiver = receiver
    hasHandling = handling
  }

  /// The attitude at the moment of the cursor's last reading.
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
    // A phone that was put down while its owner turned is picked up from where it lay.
    let isTakenUp = !cursor.isLying && cursor.lyingSince == put.since
    let turned = isTakenUp ? cursor.takenUpTurnRadians : 0
    let state = state(put, deed, putting, seating, cursor.isLying, turned, at: time)
    let arrival = max(putting.end, seating.end)
    if time >= arrival {
      settledFrom = max(arrival, max(put.since, deed.since))
      settledUntil = min(put.until, deed.until)
      // A lying phone changes with its placement, or needs no thigh angle.
      settled = state
    }
    return state
  }

  /// The begin and end of a change, which ends before the next one.
  private func change(
    since: SimTime, until: SimTime, seconds: Double
  ) -> (begin: SimTime, end: SimTime) {
    since == .distantPast ? (since, since) : (since, min(since + .seconds(seconds), until))
  }

  /// The duration of a move between placements: 1 to 2 s.
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

  /// The displacement of a body that sits down, back and down; or the reverse.
  private func sinking(_ deed: TrajectoryCursor.Hold<Doing>) -> PhoneVector {
    PhoneVector(0, -Self.reach, 0.4, 0) * Float(deed.before.seat - deed.value.seat)
  }
}

extension Doing {
  /// The lift of the thigh, from 0 to 1.
  ///
  /// On a saddle, about half of that on a chair, averaged over a turn of the pedals; an estimate.
  fileprivate var seat: Double {
    switch self {
    case .sitting, .driving, .passenger, .bus, .train: 1
    case .cycling: 0.55
    default: 0
    }
  }
}

extension Placement {
  /// True if the phone moves with the thigh.
  fileprivate var isOnThigh: Bool { self == .frontPocket || self == .backPocket }
}
