import Geometry
import Mobility

/// The scene of the performance measurement: 1,000 people leave a hall of 25 m by 25 m by an exit of 2 m.
public struct CrowdHall: Sendable {
  private var scene: Scene

  /// Number of people at the start.
  public static let count = 1000

  public init(seed: UInt64 = 1) throws {
    let walls =
      Walls.wall(Vec2(25, 0), Vec2(25, 25), openings: [11.5...13.5])
      + Walls.line([Vec2(25, 0), Vec2(0, 0), Vec2(0, 25), Vec2(25, 25)])
    scene = try Scene(walls: walls, seed: seed)
    let room = Box2(Vec2(0.4, 0.4), Vec2(24.6, 24.6))
    for (number, place) in WalkerFactory.places(Self.count, in: room, seed: seed).enumerated() {
      try scene.enter(
        WalkerFactory.walker(
          number, at: place, route: [Vec2(25, 12.5), Vec2(27, 12.5)], seed: seed, gates: [1, 6]))
    }
  }

  /// Runs a number of steps and returns the sum of agent steps.
  public mutating func run(steps: Int) -> Int {
    var agentSteps = 0
    for _ in 0..<steps {
      agentSteps += scene.crowd.count
      scene.step()
    }
    return agentSteps
  }
}
