/// Parameters of the pedestrian model, in SI units; see ``Crowd`` for the formulas.
enum PedestrianParameters {
  /// The time step, in s.
  static let step: Float = 0.05
  /// The time step in double precision; the single-precision value is off by a part in 10^8.
  static let stepSeconds = 0.05
  /// The max acceleration, in m/s² (SUMO's pedestrian default).
  static let acceleration: Float = 1.5
  /// The comfortable deceleration, in m/s² (SUMO's pedestrian default).
  static let deceleration: Float = 2
  /// The max lateral acceleration, in m/s²; a lean of some 14 degrees, as in a brisk turn.
  static let sidewaysAcceleration: Float = 2.5
  /// The deceleration of collision avoidance, in m/s².
  static let emergencyDeceleration: Float = 5
  /// The deceleration towards the goal, in m/s²; below the comfortable one, to allow for the
  /// relaxation.
  static let arrivalDeceleration: Float = 1.5
  /// The relaxation time of the speed when speeding up, in s (Helbing, Farkas, Vicsek 2000).
  static let relaxation: Float = 0.5
  /// The relaxation time when slowing down and turning, in s.
  ///
  /// Following with the time gap T is stable in a queue of any length only if this is below T / 2
  /// (Bando et al., Phys. Rev. E 51 (1995) 1035). The anticipation velocity model turns with 0.3 s.
  static let fastRelaxation: Float = 0.25

  /// The strength of a neighbour's lateral influence; 1 balances the desired direction.
  ///
  /// Fitted. The anticipation velocity model has 3, JuPedSim 8, but neither chooses a direction
  /// first.
  static let neighbourStrength: Float = 0.8
  /// The distance over which that influence falls by a factor e, in m, as in the paper.
  static let neighbourRange: Float = 0.1
  /// The anticipation time, in s, as in the paper.
  static let anticipation: Float = 1
  /// The cut-off of a neighbour's influence, in ranges: below 5 % of its strength, a turn of less
  /// than two degrees.
  static let neighbourCutoff: Float = 3
  /// The lateral shift to the left of a neighbour dead ahead, in m, so that people keep to the
  /// right.
  static let sideBias: Float = 0.05
  /// The lateral offset, in m, over which the influence changes sides.
  static let sideWidth: Float = 0.1

  /// The fraction of the sum of two radii within which a body is in the way of the other.
  ///
  /// It is below one because people turn a shoulder to pass.
  static let strip: Float = 0.5
  /// The time horizon of the choice of direction, in s.
  static let horizon: Float = 1.5
  /// The steps between two choices of direction; people take some 0.4 s to react.
  static let choiceSteps = 8
  /// The min gain of another direction over the present one, as a fraction of the free distance.
  static let constancy: Float = 0.06
  /// The min gain of the left over the right, as a fraction.
  static let rightPreference: Float = 0.02

  /// The strength of a wall's repulsion.
  static let wallStrength: Float = 0.3
  /// The distance over which the repulsion falls by a factor e, in m.
  static let wallRange: Float = 0.08
  /// The max gap, in m, at which a wall affects the direction; the repulsion there is 0.7 %.
  static let wallCutoff: Float = 0.4
  /// The max distance of a wall from a body's centre, in m.
  static let wallReach = 1.2

  /// The gap, in m, that a walker keeps to the one in front.
  static let standingGap: Float = 0.04
  /// The speed of stepping back to restore that gap, in m/s.
  static let retreat: Float = 0.2
  /// The overlap, in m, above which bodies count as placed into one another.
  static let deepOverlap: Float = 0.001
  /// The max speed at which such bodies are parted, in m/s.
  static let parting: Float = 0.6

  /// The fraction of its radius that a body keeps when it squeezes through sideways.
  static let squeezedShare: Float = 0.75
  /// The rate at which the radius shrinks, in m/s; it grows back at half that rate.
  static let squeezing: Float = 0.05
  /// The time without progress, in s, after which people squeeze through: past oncoming people, or
  /// when there are none in front.
  static let patience: Float = 0.5

  /// The duration of giving way, in s, and the speed, in m/s.
  static let yieldTime: Float = 1.5
  static let yieldSpeed: Float = 0.5
  /// The reduction of that duration for each walker behind, in s.
  static let yieldLoss: Float = 0.1
  /// The max width of a narrow place (a gate or a corridor), in m.
  static let narrowWidth = 3.0
  /// The duration of the right of way after leaving a narrow place, in s.
  static let rightTime: Float = 8
  /// The steps between two measurements of the width of a place.
  static let widthSteps = 20

  /// The time without progress, in s, after which the right of way alternates between directions.
  static let longPatience: Float = 8
  /// The steps for which a direction then keeps the right of way: 8 s.
  static let precedenceSteps = 160

  /// The steps between two rebuilds of the neighbour lists.
  static let listSteps = 8
  /// The max number of neighbours in a list.
  static let listLimit = 160
  /// The max distance of a neighbour, centre to centre, in m.
  static let reachLimit: Float = 4.5
  /// The side of a grid cell, in m.
  static let cellSize = 1.5

  /// The half-width of a waypoint without a gate, in m.
  static let openGate = 1.5
  /// The distance, in m, within which a waypoint is also passed if the next one is in sight.
  static let sightDistance = 3.0
  /// The arrival distance from the goal, in m.
  static let arrivalDistance = 0.15
  /// The arrival distance from the goal, in m, of a walker that others keep from it.
  static let crowdedArrivalDistance = 1.2
  /// The time without progress before such an arrival, in s.
  static let crowdedArrivalTime: Float = 2
  /// The passing distance, in m, of a waypoint that has to be passed closely.
  static let reachDistance = 0.3
  /// The time without progress, in s, after which a walker without others in the way counts as
  /// caught at a corner.
  static let caughtAfter: Float = 2
  /// The steps between two visibility checks of the waypoint.
  static let sightSteps = 20
  /// The time without an approach to the waypoint, in s, after which a walker is reported lost.
  static let lostAfter: Float = 30

  /// The correlation of the pace over one second: exp(-1 s / 20 s).
  static let paceMemory = 0.951229424500714
}
