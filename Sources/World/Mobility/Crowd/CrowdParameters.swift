/// The constants of the crowd model, in SI units; see ``Crowd`` for the formulas they stand in.
enum CrowdParameters {
  /// The length of a step, in s.
  static let step: Float = 0.05
  /// The same, which single precision misses by a part in 10^8.
  static let stepSeconds = 0.05
  /// How hard people start walking, in m/s² (SUMO's pedestrian default).
  static let acceleration: Float = 1.5
  /// How hard people brake of their own accord, in m/s² (SUMO's pedestrian default).
  static let deceleration: Float = 2
  /// How hard people speed up sideways, in m/s²; with a lean of some 14 degrees, as in a brisk
  /// turn.
  static let sidewaysAcceleration: Float = 2.5
  /// How hard people brake to avoid a collision, in m/s².
  static let emergencyDeceleration: Float = 5
  /// How hard people brake towards their goal, in m/s²; below the comfortable braking, to allow for
  /// the relaxation.
  static let arrivalDeceleration: Float = 1.5
  /// Relaxation time of the speed when speeding up, in s (Helbing, Farkas, Vicsek 2000).
  static let relaxation: Float = 0.5
  /// Relaxation time when slowing down and turning, in s.
  ///
  /// Following by the time gap T is stable in a queue of any length only if this is below T / 2
  /// (Bando et al., Phys. Rev. E 51 (1995) 1035). The anticipation velocity model turns with 0.3 s.
  static let fastRelaxation: Float = 0.25

  /// How strongly a neighbour turns one aside; 1 balances the wish to go straight.
  ///
  /// Fitted. The anticipation velocity model has 3, JuPedSim 8, but neither chooses its way first.
  static let neighbourStrength: Float = 0.8
  /// The distance over which that falls by a factor e, in m, as in the paper.
  static let neighbourRange: Float = 0.1
  /// How far ahead one sees others' movement coming, in s, as in the paper.
  static let anticipation: Float = 1
  /// Beyond so many ranges a neighbour's push, below 5 % of its strength, is left out: a turn of
  /// less than two degrees.
  static let neighbourCutoff: Float = 3
  /// How far to the left someone dead ahead is taken to be, in m, so that people keep to the right.
  static let sideBias: Float = 0.05
  /// The sideways offset, in m, over which a push changes sides.
  static let sideWidth: Float = 0.1

  /// The share of the sum of two radii within which a body is in the way of the other.
  ///
  /// Below one: people turn a shoulder to get past.
  static let strip: Float = 0.5
  /// How far ahead one judges which way is free, in s.
  static let horizon: Float = 1.5
  /// Steps between two choices of a way round; people take some 0.4 s to react.
  static let choiceSteps = 8
  /// How much more a way must promise than the one gone so far, as a share of the free way.
  static let constancy: Float = 0.06
  /// How much more the left must promise than the right, as a share.
  static let rightPreference: Float = 0.02

  /// How strongly a wall turns one aside.
  static let wallStrength: Float = 0.3
  /// The distance over which that falls by a factor e, in m.
  static let wallRange: Float = 0.08
  /// Beyond this gap, in m, a wall has no influence on the direction; the push there is 0.7 %.
  static let wallCutoff: Float = 0.4
  /// Walls nearer than this to a body's centre, in m, are looked at.
  static let wallReach = 1.2

  /// The gap, in m, that whoever walks behind leaves to the one in front.
  static let standingGap: Float = 0.04
  /// How fast people step back to restore it, in m/s.
  static let retreat: Float = 0.2
  /// Bodies that overlap by more than this, in m, have been put into one another.
  static let deepOverlap: Float = 0.001
  /// How fast those are parted, in m/s.
  static let parting: Float = 0.6

  /// The share of its radius that a body keeps when it squeezes through sideways.
  static let squeezedShare: Float = 0.75
  /// How fast a body makes itself slim, in m/s, and half as fast comfortable again.
  static let squeezing: Float = 0.05
  /// After so long without headway, in s, people squeeze through: past others who come towards
  /// them, or when nobody is in front any more.
  static let patience: Float = 0.5

  /// How long somebody who gives way goes on with it, in s, and how fast, in m/s.
  static let yieldTime: Float = 1.5
  static let yieldSpeed: Float = 0.5
  /// How much shorter whoever is behind does so, in s.
  static let yieldLoss: Float = 0.1
  /// A gate or a corridor that is narrower than this, in m, is a narrow place.
  static let narrowWidth = 3.0
  /// For how long people who have come out of a narrow place go first, in s.
  static let rightTime: Float = 8
  /// Steps between two looks how wide a place is.
  static let widthSteps = 20

  /// After so long without headway, in s, the right of way changes between directions.
  static let longPatience: Float = 8
  /// For how many steps a direction then keeps it: 8 s.
  static let precedenceSteps = 160

  /// Neighbour lists are made anew every so many steps.
  static let listSteps = 8
  /// The list of a walker holds at most so many neighbours.
  static let listLimit = 160
  /// Neighbours farther than this, centre to centre, in m, are never looked at.
  static let reachLimit: Float = 4.5
  /// The side of a cell of the grid, in m.
  static let cellSize = 1.5

  /// How far to each side of a waypoint without a gate one may pass it, in m.
  static let openGate = 1.5
  /// A waypoint nearer than this, in m, is also passed when the next one is in sight.
  static let sightDistance = 3.0
  /// A walker this near its goal, in m, has arrived.
  static let arrivalDistance = 0.15
  /// A walker this near its goal, in m, whom others keep from it has arrived, too.
  static let crowdedArrivalDistance = 1.2
  /// After so long without headway, in s.
  static let crowdedArrivalTime: Float = 2
  /// A waypoint that has to be gone by closely counts as passed within so many metres.
  static let reachDistance = 0.3
  /// A walker who makes no headway for so long, in s, with nobody in the way, is caught at a corner.
  static let caughtAfter: Float = 2
  /// Steps between two looks whether the waypoint is in sight.
  static let sightSteps = 20
  /// A walker who has not come nearer to the waypoint for so long, in s, is reported lost.
  static let lostAfter: Float = 30

  /// The correlation over one second of the variation of a person's pace: exp(-1 s / 20 s).
  static let paceMemory = 0.951229424500714
}
