import Kernel
import Truth

/// The hold of a phone at a placement by one person, drawn for each episode.
///
/// MotionSense's phones are upright in the pocket with the top up, leaning 12° to the side; the Oxford set's
/// are read at 22 to 30° above the horizontal, those of IPIN 2023 at 42 to 58°, those of the Indoor Location
/// Competition flat; its swinging hand holds the phone by its long edge. The rest are estimates.
struct PhoneHold: Sendable {
  private let receiver: SignalReceiver
  private let isLeft: Bool
  /// True if the hold differs between people and between episodes.
  private let variety: Bool

  init(_ receiver: SignalReceiver, isLeft: Bool, variety: Bool) {
    self.receiver = receiver
    self.isLeft = variety && isLeft
    self.variety = variety
  }

  /// The attitude of the phone of an upright carrier.
  ///
  /// - Parameters:
  ///   - placement: The placement.
  ///   - episode: The number of earlier changes of placement.
  /// - Returns: The rotation from the carrier's axes to the device's.
  func rotation(_ placement: Placement, episode: Int) -> PhoneRotation {
    var draws = receiver.stream("phone.hold", index: UInt64(clamping: episode))
    var spread = Spread(draws: draws, share: variety ? 1 : 0)
    let outward: Double = isLeft ? -1 : 1  // To the carrier's own side.
    switch placement {
    case .waist:
      return spread.upright(facing: .pi, turn: 0.2, lean: 0.12)
    case .frontPocket:
      let inward = spread.happens(0.5)
      let facing = -outward * 0.6 + (inward ? .pi : 0)
      return spread.upright(facing: facing, turn: 0.45, lean: 0.17, isDown: spread.happens(0.3))
    case .backPocket:
      let facing = spread.happens(0.5) ? .pi : 0
      return spread.upright(facing: facing, turn: 0.35, lean: 0.25, isDown: spread.happens(0.3))
    case .upperArm:
      return spread.upright(
        facing: -outward * 1.4, turn: 0.2, lean: 0.15, isDown: spread.happens(0.2))
    case .handSwinging:
      // Held by its long edge, the top forward, the screen to the thigh.
      let nose = spread.gaussian(0.4) - 0.3
      let twist = spread.gaussian(0.25)
      return PhoneRotation(
        top: spread.direction(yaw: twist, rise: nose),
        screen: [Float(-outward), Float(spread.gaussian(0.2)), Float(spread.gaussian(0.2)), 0])
    case .handTexting, .mount:
      let rise = min(1.2, max(-0.1, (placement == .mount ? 0.8 : 0.6) + spread.gaussian(0.28)))
      return leaning(back: rise, turn: spread.gaussian(0.08), roll: spread.gaussian(0.06))
    case .bag:
      draws.skip(words: 8)
      return variety ? anyhow(&draws) : .identity
    case .table:
      let screen: Float = spread.happens(0.15) ? -1 : 1
      let yaw = variety ? 2 * Double.pi * draws.uniform() : 0
      return PhoneRotation(top: spread.direction(yaw: yaw, rise: 0), screen: [0, 0, screen, 0])
    // An antenna lies flat, its top forward.
    case .roof: return leaning(back: 0, turn: spread.gaussian(0.05), roll: 0)
    case .dash:
      return leaning(back: 1.2 + spread.gaussian(0.1), turn: spread.gaussian(0.2), roll: 0)
    case .cupHolder:
      return spread.upright(facing: .pi * (variety ? draws.uniform() : 1), turn: 0.3, lean: 0.15)
    }
  }

  /// The lift of the thigh when its owner sits, in rad: horizontal within 15°.
  func seatAngle(episode: Int) -> Double {
    var draws = receiver.stream("phone.seat", index: UInt64(clamping: episode))
    return 1.4 + (variety ? 0.2 * draws.gaussian() : 0)
  }

  /// The attitude for reading, with the top raised by an angle above the horizontal.
  private func leaning(back rise: Double, turn: Double, roll: Double) -> PhoneRotation {
    let (s, c) = (Float(phoneSine(rise)), Float(phoneCosine(rise)))
    let held = PhoneRotation(top: [0, c, s, 0], screen: [0, -s, c, 0])
    return held.turned(by: [0, Float(roll), Float(turn), 0])
  }

  /// A random attitude.
  private func anyhow(_ draws: inout RandomStream) -> PhoneRotation {
    func vector() -> PhoneVector {
      [Float(draws.gaussian()), Float(draws.gaussian()), Float(draws.gaussian()), 0]
    }
    let top = vector()
    return PhoneRotation(top: top, screen: vector())
  }
}

/// The draws of one hold.
private struct Spread {
  var draws: RandomStream
  let share: Double

  mutating func gaussian(_ deviation: Double) -> Double {
    let draw = draws.gaussian()
    return share * deviation * draw
  }

  mutating func happens(_ probability: Double) -> Bool {
    let draw = draws.uniform()
    return share > 0 && draw < probability
  }

  /// A direction by yaw from forward, anticlockwise from above, and by elevation.
  func direction(yaw: Double, rise: Double) -> PhoneVector {
    [
      Float(-phoneSine(yaw) * phoneCosine(rise)), Float(phoneCosine(yaw) * phoneCosine(rise)),
      Float(phoneSine(rise)), 0,
    ]
  }

  /// An upright phone, with the screen's direction anticlockwise from forward.
  mutating func upright(
    facing: Double, turn: Double, lean: Double, isDown: Bool = false
  ) -> PhoneRotation {
    let yaw = facing + gaussian(turn)
    let (sideways, back) = (gaussian(lean), gaussian(lean * 0.6))
    let across = direction(yaw: yaw + .pi / 2, rise: 0)
    let out = direction(yaw: yaw, rise: 0)
    let up: PhoneVector = [0, 0, isDown ? -1 : 1, 0]
    return PhoneRotation(
      top: up + across * Float(sideways) + out * Float(back), screen: out)
  }
}
