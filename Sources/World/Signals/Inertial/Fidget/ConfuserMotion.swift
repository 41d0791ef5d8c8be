import Geometry
import Glibc
public import Kernel
public import Truth

/// Phone motion of a stationary carrier that step counters must reject: fidgets, taps, gestures, dances.
///
/// A function of time alone, with draws addressed by time slots, independent of earlier calls.
public struct ConfuserMotion: Sendable {
  private let parameters: ConfuserParameters
  private let fidget: FidgetMotion
  private var hand: ConfuserHand
  private let dance: DanceMotion
  private let changes: RandomStream

  public init(_ parameters: ConfuserParameters, for receiver: SignalReceiver) {
    self.parameters = parameters
    let noise = FidgetNoise(receiver.stream("confuser.noise"))
    fidget = FidgetMotion(for: receiver, strength: parameters.strength)
    hand = ConfuserHand(noise, for: receiver, strength: parameters.strength)
    dance = DanceMotion(noise, for: receiver, strength: parameters.strength)
    changes = receiver.stream("confuser.changes")
  }

  /// The phone's motion at a moment besides gait and ride, in the carrier's axes.
  public mutating func motion(
    _ pose: Pose, along trajectory: Trajectory, at time: SimTime
  ) -> PhoneMotion {
    let seconds = (time - .start).seconds
    var motion = PhoneMotion()
    if pose.placement.isOnBody {
      switch pose.doing {
      case .dancing:
        if parameters.dancing { motion = dance.motion(pose, at: seconds) }
      case .standing, .sitting, .belt, .lift, .driving, .passenger, .bus, .train:
        if parameters.fidgets { motion = fidget.motion(pose, at: seconds) }
      case .walking, .running, .stairsUp, .stairsDown, .cycling: break
      }
      let inHand = pose.placement == .handTexting || pose.placement == .handSwinging
      // Running, cycling and dancing leave no hand free.
      if parameters.handling, inHand, pose.doing.leavesHandsFree {
        motion = motion + hand.motion(pose, at: seconds)
      }
    }
    return motion
  }

  /// The impact of a phone set down on something hard; has no side effects.
  public mutating func thump(along trajectory: Trajectory, at time: SimTime) -> PhoneMotion {
    let changes = trajectory.placement.changes
    guard parameters.moving, changes.count > 1,
      let number = changes.lastIndex(where: { $0.time <= time }), number > 0
    else {
      return PhoneMotion()
    }
    let change = changes[number]
    let age = (time - change.time).seconds
    guard !change.value.isOnBody, age < 0.3 else { return PhoneMotion() }
    var draws = self.changes.at(index: UInt64(bitPattern: change.time.nanoseconds))
    // 0.3 to 0.9 g at 15 to 30 Hz, decaying within 60 ms (an estimate).
    let size = draws.uniform(in: 3...9) * parameters.strength
    let ring = exp(-age / 0.03) * sin(2 * .pi * draws.uniform(in: 15...30) * age)
    return PhoneMotion(acceleration: Vec3(0, 0, size * ring))
  }
}

extension Doing {
  /// True if a phone can be used meanwhile.
  fileprivate var leavesHandsFree: Bool {
    switch self {
    case .running, .cycling, .dancing, .driving: false
    default: true
    }
  }
}
