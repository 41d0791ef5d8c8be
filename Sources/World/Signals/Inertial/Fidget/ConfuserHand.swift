import Geometry
import Glibc
import Kernel
import Truth

/// Hand motion of a held phone: taps, tremor, fiddling and gestures, by time slots.
struct ConfuserHand: Sendable {
  private static let slotSeconds = 8.0

  private let noise: FidgetNoise
  private let slots: RandomStream
  private let taps: RandomStream
  private let strength: Double
  private let tapsPerSecond: Double
  /// The cached activity of the hand in a slot.
  private var now = (slot: -1.0, what: 0.0, size: 0.0)
  /// The cached tap.
  private var thumb = (number: -1.0, at: 0.0, length: 1.0, force: 0.0)

  init(_ noise: FidgetNoise, for receiver: SignalReceiver, strength: Double) {
    self.noise = noise
    self.strength = strength
    slots = receiver.stream("confuser.slots")
    taps = receiver.stream("confuser.taps")
    var traits = receiver.stream("confuser.traits")
    // 2 to 6 per second (an estimate).
    tapsPerSecond = traits.uniform(in: 2.5...6)
  }

  mutating func motion(_ pose: Pose, at seconds: Double) -> PhoneMotion {
    let place = seconds / Self.slotSeconds
    let slot = place.rounded(.down)
    // Half a second from one activity to the next.
    let within = (place - slot) * Self.slotSeconds
    let edge = min(1, max(0, min(within, Self.slotSeconds - within) / 0.5))
    if now.slot != slot {
      var draws = slots.at(index: UInt64(max(0, min(1e12, slot))))
      now = (slot, draws.uniform(), draws.uniform(in: 0.5...1.5) * strength)
    }
    let (what, size) = (now.what, now.size * edge)
    let growth = edge < 1 ? now.size * (within < 1 ? 2 : -2) : 0
    // A hand in the air trembles and drifts.
    let drift = noise.sample(layer: 11, hertz: 0.8, at: seconds)
    let tremor = noise.sample(layer: 12, hertz: 18, at: seconds)
    var motion = PhoneMotion(
      acceleration: (tremor.value * 0.05 + drift.value * 0.05) * strength,
      tilt: drift.value * (0.04 * strength), rotation: drift.slope * (0.04 * strength))
    if pose.placement == .handTexting {
      if what < 0.5 {
        motion = motion + tap(at: seconds, size: size)
      } else if what < 0.65, !pose.doing.isOnFoot {
        motion =
          motion + turn(layer: 13, hertz: 1.2, tilt: 0.35, shake: 0.8, size, growth, at: seconds)
      }
    } else if pose.doing == .standing, what < 0.3 {
      motion =
        motion + turn(layer: 14, hertz: 1.5, tilt: 0.4, shake: 1.6, size, growth, at: seconds)
    }
    return motion
  }

  /// Turning the phone over, or waving with it.
  private func turn(
    layer: UInt32, hertz: Double, tilt: Double, shake: Double, _ size: Double, _ growth: Double,
    at seconds: Double
  ) -> PhoneMotion {
    let angle = noise.sample(layer: layer, hertz: hertz, at: seconds)
    let push = noise.sample(layer: layer &+ 32, hertz: 2 * hertz, at: seconds)
    return PhoneMotion(
      acceleration: push.value * (shake * size), tilt: angle.value * (tilt * size),
      rotation: (angle.slope * size + angle.value * growth) * tilt)
  }

  /// A thumb's tap on the screen: 0.02 to 0.06 g for 20 to 60 ms, and a slight nod (estimates).
  private mutating func tap(at seconds: Double, size: Double) -> PhoneMotion {
    let number = (seconds * tapsPerSecond).rounded(.down)
    if thumb.number != number {
      var draws = taps.at(index: UInt64(max(0, min(1e15, number))))
      // Gaps between words.
      let isGap = draws.happens(withProbability: 0.2)
      thumb = (
        number, (number + draws.uniform(in: 0...0.6)) / tapsPerSecond,
        draws.uniform(in: 0.02...0.06), isGap ? 0 : draws.uniform(in: 0.2...0.6)
      )
    }
    let age = seconds - thumb.at
    let length = thumb.length
    let force = thumb.force * size
    guard age > 0, force > 0 else { return PhoneMotion() }
    // Pushed away, then swinging back; the wrist yields for a tenth of a second.
    let pulse = age < 2 * length ? sin(.pi * age / length) * (age < length ? 1 : 0.5) : 0
    let (rise, decay) = (0.012 * force, 0.05)
    let nod = age / decay * exp(1 - age / decay)
    let rate = (1 / decay - age / (decay * decay)) * exp(1 - age / decay)
    return PhoneMotion(
      acceleration: Vec3(0.15 * force * pulse, 0.7 * force * pulse, -0.7 * force * pulse),
      tilt: Vec3(-rise * nod, 0, 0), rotation: Vec3(-rise * rate, 0, 0))
  }
}
