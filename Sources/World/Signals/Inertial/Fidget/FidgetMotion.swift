import Geometry
import Glibc
import Kernel
import Truth

/// Leg jiggling of seated people with a phone in a trouser pocket.
struct FidgetMotion: Sendable {
  private static let jiggleSeconds = 25.0

  private let jiggles: RandomStream
  private let jiggleShare: Double
  private let jiggleHertz: Double
  private let strength: Double

  init(for receiver: SignalReceiver, strength: Double) {
    self.strength = strength
    jiggles = receiver.stream("fidget.jiggles")
    var traits = receiver.stream("fidget.traits")
    // One in three jiggles a leg now and then, 4 to 6 times per second (an estimate).
    jiggleShare = traits.happens(withProbability: 0.35) ? traits.uniform(in: 0.05...0.35) : 0
    jiggleHertz = traits.uniform(in: 4...6)
  }

  /// The motion, `seconds` after the start.
  func motion(_ pose: Pose, at seconds: Double) -> PhoneMotion {
    guard jiggleShare > 0, pose.doing != .standing,
      pose.placement == .frontPocket || pose.placement == .backPocket
    else { return PhoneMotion() }
    return jiggle(at: seconds)
  }

  /// A leg that bounces on its toes.
  private func jiggle(at seconds: Double) -> PhoneMotion {
    let slot = (seconds / Self.jiggleSeconds).rounded(.down)
    var draws = jiggles.at(index: UInt64(max(0, min(1e12, slot))))
    guard draws.happens(withProbability: jiggleShare) else { return PhoneMotion() }
    let begin = slot * Self.jiggleSeconds + draws.uniform(in: 0...10)
    let end = begin + draws.uniform(in: 4...14)
    let envelope = min(1, max(0, min(seconds - begin, end - seconds) / 0.4))
    // 0.03 to 0.1 g at the knee's side of the thigh (an estimate).
    let size = draws.uniform(in: 0.3...1.0) * strength * envelope
    let rate = 2 * .pi * jiggleHertz
    let angle = rate * (seconds - begin)
    let tilt = size / 0.25 / (rate * rate)
    return PhoneMotion(
      acceleration: Vec3(0.1 * size * cos(angle), 0.2 * size * cos(angle), -size * sin(angle)),
      tilt: Vec3(tilt * sin(angle), 0, 0), rotation: Vec3(tilt * rate * cos(angle), 0, 0))
  }
}
