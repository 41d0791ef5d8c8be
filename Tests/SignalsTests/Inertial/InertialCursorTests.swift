import Geometry
import Kernel
import Signals
import Testing
import Truth

struct InertialCursorTests {
  /// A walk with a stop, sitting, stairs, and a phone put down and taken up again.
  static let eventful: Trajectory = {
    let way = Trajectory(
      along: [[0, 0, 0], [40, 0, 0], [40, 30, 3], [0, 30, 3], [0, 0, 0]], speed: 1.4)
    var doing = Track(Doing.standing)
    doing.set(.walking, at: SimTime(seconds: 0.2))
    doing.set(.stairsUp, at: SimTime(seconds: 30))
    doing.set(.walking, at: SimTime(seconds: 45))
    doing.set(.sitting, at: SimTime(seconds: 106))
    doing.set(.standing, at: SimTime(seconds: 112))
    var placement = Track(Placement.frontPocket)
    placement.set(.handTexting, at: SimTime(seconds: 12))
    placement.set(.bag, at: SimTime(seconds: 25))
    placement.set(.table, at: SimTime(seconds: 60))
    placement.set(.backPocket, at: SimTime(seconds: 80))
    var lying = Track(Vec3?.none)
    lying.set([10, 30, 3.7], at: SimTime(seconds: 60))
    lying.set(nil, at: SimTime(seconds: 80))
    return way.changed(doing: doing, placement: placement, lying: lying)
  }()

  @Test func posesMatchTrajectory() {
    let trajectory = Self.eventful
    var cursor = TrajectoryCursor(trajectory)
    var time = SimTime(seconds: -1)
    while time < SimTime(seconds: 125) {
      let pose = cursor.devicePose(at: time)
      #expect(pose == trajectory.devicePose(at: time), "\(time)")
      time += .milliseconds(7.3)
    }
    // At any times, in any order, and at the moments of changes.
    var draws = RandomStream(seed: 4, purpose: "cursor")
    var times = (0..<3000).map { _ in SimTime(seconds: draws.uniform(in: -1...125)) }
    let changes = trajectory.doing.changes.map(\.time) + trajectory.placement.changes.map(\.time)
    for change in changes
      + (0..<trajectory.stepEvents.count).map({ trajectory.stepEvents[$0].time })
    {
      for nanoseconds in [-1, 0, 1] as [Int64] {
        times.append(change + SimDuration(nanoseconds: nanoseconds))
      }
    }
    for time in times {
      let pose = cursor.devicePose(at: time)
      #expect(pose == trajectory.devicePose(at: time), "\(time)")
    }
  }

  @Test func measuresStepRate() {
    let trajectory = Self.eventful
    var cursor = TrajectoryCursor(trajectory)
    for tick in 0..<2000 {
      let time = SimTime(seconds: 1 + Double(tick) * 0.027)
      let after = trajectory.pose(at: time + .milliseconds(0.5)).steps
      let before = trajectory.pose(at: time - .milliseconds(0.5)).steps
      _ = cursor.devicePose(at: time)
      guard Int(after) == Int(before), time < SimTime(seconds: 59) else { continue }
      #expect(abs(cursor.stepRate - (after - before) / 0.001) < 1e-3, "\(time)")
    }
    _ = cursor.devicePose(at: SimTime(seconds: 70))
    #expect(cursor.isLying)
    #expect(cursor.stepRate == 0)
  }
}
