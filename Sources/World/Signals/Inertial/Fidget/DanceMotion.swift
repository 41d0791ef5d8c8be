import Geometry
import Glibc
import Kernel
import Truth

/// Phone motion of a dancer: a beat, figures of eight beats, arms and quarter turns.
///
/// 2.0 to 2.4 beats per second, 0.3 to 0.8 g (estimates, after aerobic dance music of 120 to 145 beats
/// per minute). Left and right differ, unlike in walking, and every figure is different.
struct DanceMotion: Sendable {
  private static let beatsPerFigure = 8.0

  private let noise: FidgetNoise
  private let figures: RandomStream
  private let strength: Double

  /// The amplitudes of one figure.
  private struct FigureAmplitudes {
    var bounce, double, side, ahead, limp, arms, turn: Double
  }

  init(_ noise: FidgetNoise, for receiver: SignalReceiver, strength: Double) {
    self.noise = noise
    self.strength = strength
    figures = receiver.stream("dance.figures")
  }

  /// The motion, `seconds` after the start.
  func motion(_ pose: Pose, at seconds: Double) -> PhoneMotion {
    guard pose.placement.isOnBody else { return PhoneMotion() }
    // Each song of four minutes has its own tempo.
    let song = (seconds / 240).rounded(.down)
    var draws = figures.at(index: 1 << 62 | UInt64(max(0, min(1e9, song))))
    let tempo = draws.uniform(in: 2.0...2.4)
    let beats = (seconds - song * 240) * tempo
    let number = (beats / Self.beatsPerFigure).rounded(.down)
    let within = beats - number * Self.beatsPerFigure
    let address = song * 1000 + number
    let now = figure(address)
    var motion = moves(now, within, tempo, pose.placement)
    // The first half beat blends from the previous figure.
    if within < 0.5, number > 0 {
      let share = 2 * within
      let last = moves(
        figure(address - 1), Self.beatsPerFigure + within, tempo, pose.placement)
      motion = PhoneMotion(
        acceleration: last.acceleration + (motion.acceleration - last.acceleration) * share,
        tilt: last.tilt + (motion.tilt - last.tilt) * share,
        rotation: last.rotation + (motion.rotation - last.rotation) * share
          + (motion.tilt - last.tilt) * (2 * tempo))
    }
    let rough = noise.sample(layer: 21, hertz: 14, at: seconds).value
    motion.acceleration += rough * (0.9 * strength)
    return motion
  }

  private func figure(_ number: Double) -> FigureAmplitudes {
    var draws = figures.at(index: UInt64(max(0, min(1e12, number))))
    return FigureAmplitudes(
      bounce: draws.uniform(in: 2.0...6.0), double: draws.uniform(in: 0.5...2.5),
      side: draws.uniform(in: 0.8...4), ahead: draws.uniform(in: 0.5...2.5),
      limp: draws.uniform(in: -0.35...0.35), arms: draws.uniform(in: 0.1...0.7),
      turn: draws.happens(withProbability: 0.35)
        ? (draws.happens(withProbability: 0.5) ? 1.0 : -1) * .pi / 2 : 0)
  }

  private func moves(
    _ figure: FigureAmplitudes, _ beats: Double, _ tempo: Double, _ placement: Placement
  ) -> PhoneMotion {
    let hand: Double
    switch placement {
    case .handSwinging: hand = 2
    case .handTexting: hand = 0.8
    case .upperArm: hand = 1.3
    case .frontPocket, .backPocket: hand = 0.8
    default: hand = 0.35
    }
    let angle = 2 * Double.pi * beats
    let (s, c) = (sin(angle), cos(angle))
    let (half, halfRate) = (sin(angle / 2), cos(angle / 2))
    // One foot lands harder than the other.
    let foot = 1 + figure.limp * half
    let up = (figure.bounce * c + figure.double * (1 - 2 * s * s)) * foot
    let rate = Double.pi * tempo
    let arms = figure.arms * hand
    // Out by a quarter turn with the first four beats, back with the others.
    let way = sin(.pi / 8 * min(max(beats, 0), 8))
    let wayRate = beats < 8 ? cos(.pi / 8 * beats) * .pi / 8 * tempo : 0
    return PhoneMotion(
      acceleration: Vec3(
        figure.side * half + arms * 3 * s, figure.ahead * s * foot + arms * 3 * halfRate, up)
        * strength,
      tilt: Vec3(arms * half, 0.5 * arms * half, 0) * strength + Vec3(0, 0, figure.turn * way),
      rotation: Vec3(arms * rate * halfRate, 0.5 * arms * rate * halfRate, 0) * strength
        + Vec3(0, 0, figure.turn * wayRate))
  }
}
