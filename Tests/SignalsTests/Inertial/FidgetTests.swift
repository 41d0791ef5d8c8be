import Geometry
import Kernel
import Numerics
import Signals
import Testing
import Truth

/// Two minutes of a person who stays in place.
func confusion(
  _ doing: Doing, _ placement: Placement, seed: UInt64,
  _ parameters: ConfuserParameters = ConfuserParameters()
) -> [PhoneMotion] {
  let trajectory = Trajectory(
    along: [.zero], speed: 0, doing: doing, placement: placement)
  var model = ConfuserMotion(parameters, for: SignalReceiver(seed: seed, device: 1))
  return (0..<6000).map {
    let time = SimTime(seconds: 0.02 * Double($0))
    return model.motion(trajectory.pose(at: time), along: trajectory, at: time)
  }
}

struct FidgetTests {
  /// RMS per axis within five seconds, phone in the front pocket, of people at rest.
  ///
  /// The 10 to 90 % range of MotionSense's persons 1, 6 and 13 (sit_13, std_14) and of WISDM's 1600, in m/s²,
  /// sensor noise included.
  @Test(arguments: [(Doing.sitting, 0.028...0.189), (.standing, 0.032...0.342)])
  func restLevelsMatchRecordings(doing: Doing, real: ClosedRange<Double>) {
    var levels: [Double] = []
    for device in 0..<24 as Range<UInt64> {
      let walk = InertialWalk(
        placement: .frontPocket, doing: doing, speed: 0, seconds: 45, device: device)
      let force = walk.readings(.accelerometer).accelerometer.map(\.vector)
      for start in stride(from: 250, to: 2000, by: 250) {
        let part = force[start..<start + 250]
        let mean = part.reduce(.zero, +) / 250
        let square = part.reduce(0.0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
        levels.append((square / 250 / 3).squareRoot())
      }
    }
    #expect(real.contains(medianOf(levels)), "\(medianOf(levels))")
    levels.sort()
    // Variation between people, and over time.
    #expect(levels[levels.count * 9 / 10] > 1.8 * levels[levels.count / 10])
  }

  /// Taps are 0.02 to 0.06 g, 2 to 6 a second while typing, and too short for steps.
  @Test func typingRateIsRealistic() {
    var rates: [Double] = []
    for seed in 0..<30 as Range<UInt64> {
      var parameters = ConfuserParameters()
      parameters.fidgets = false
      let with = confusion(.standing, .handTexting, seed: seed, parameters)
      var taps = 0
      var above = false
      for motion in with {
        // Down and forward at once is a thumb's push.
        let push = (motion.acceleration.y - motion.acceleration.z) / 2.0.squareRoot()
        if push > 0.22, !above { taps += 1 }
        above = push > 0.1
        #expect(push < 12)
      }
      rates.append(Double(taps) / 120)
    }
    #expect((0.2...3.5).contains(medianOf(rates)), "\(rates)")
  }

  @Test(arguments: [
    (Doing.sitting, Placement.frontPocket), (.sitting, .handTexting), (.standing, .handSwinging),
    (.dancing, .upperArm),
  ])
  func isOrderIndependentAndConsistent(doing: Doing, placement: Placement) {
    let motions = confusion(doing, placement, seed: 7)
    // Independent of the order.
    let trajectory = Trajectory(along: [.zero], speed: 0, doing: doing, placement: placement)
    var model = ConfuserMotion(ConfuserParameters(), for: SignalReceiver(seed: 7, device: 1))
    for number in [5999, 17, 3000, 2999, 0, 4321] {
      let time = SimTime(seconds: 0.02 * Double(number))
      let motion = model.motion(trajectory.pose(at: time), along: trajectory, at: time)
      #expect(motion == motions[number])
    }
    // The rotation rate is the derivative of the tilt.
    var apart = 0.0
    var all = 0.0
    for (before, after) in zip(motions, motions.dropFirst()) {
      let change = (after.tilt - before.tilt) / 0.02
      let rate = (after.rotation + before.rotation) / 2
      apart += (change - rate).squaredLength
      all += rate.squaredLength
    }
    #expect(apart <= 0.05 * all, "\(apart) of \(all)")
  }

  @Test func idealModelHasNoMotion() {
    for doing in Doing.allCases {
      for motion in confusion(doing, .handTexting, seed: 1, .ideal) {
        #expect(motion == PhoneMotion())
      }
    }
    // Nor for a phone on a table.
    for motion in confusion(.sitting, .table, seed: 1) { #expect(motion == PhoneMotion()) }
  }
}
