import Geometry
import Glibc
import Kernel

/// Where somebody may be in a building: several hundred guesses that walk as the phone does, keep to
/// what walls allow, and are weighed by what the phone hears.
///
/// Each guess has a place, a level, the direction that the phone's own trace must be turned by, how
/// long its steps are, and what the barometer would show on the ground; so what isn't known of the
/// walker and the phone is found out on the way. What is the same for all, such as by how much
/// the phone hears more than the surveyor's, is estimated beside it.
struct IndoorFilter: Sendable {
  /// How it is set; estimates, of which noise of turns and lengths, drift and the worth of readings
  /// were tried on the museum with seeds 1 to 4 and on the ten walks of site 1 of the Indoor Location
  /// Competition 2.0.
  struct Parameters: Hashable, Sendable {
    /// How many guesses there are.
    var count = 500
    /// Standard deviations a step: of direction in rad, and of length as a share.
    var turnNoise = 0.08
    var lengthNoise = 0.18
    /// Of a person's steps beside the usual, as a share.
    var scaleSpread = 0.2
    /// Of the place a √s, in m: while walking, at rest, and where motion isn't known (tried on the
    /// competition's walks without their motion).
    var walkingDrift = 0.12
    var restingDrift = 0.04
    var blindDrift = 2.0
    /// The same where radio says that the phone is carried though nobody walks with it; an estimate, as
    /// is by how much, in m, it was carried until that was noticed.
    var carriedDrift = 1.0
    var carriedMetres = 4.0
    /// What walking through a wall costs, as a log: where doors are known, and where they aren't.
    var wallCost = 4.0
    var doubtfulWallCost = 1.0
    /// What standing where nobody can, or beyond the level, costs, each second.
    var closedCost = 1.0
    /// How much of what readings say counts, since they share errors.
    var radioShare = 0.5
    /// How many readings all of a kind are worth together at most; tried on four venues with seeds 1 to
    /// 16 and on the ten walks of site 1 of the Indoor Location Competition 2.0.
    var mostReadings = 30.0
    /// How many of the guesses made anew try another direction, as a share.
    var strayShare = 0.1
    /// What changing levels away from all stairs costs.
    var strayCost = 4.0
    /// How much of a level's height up or down is a change of level.
    var levelShare = 0.6

    init() {}
  }

  let parameters: Parameters
  let plan: IndoorPlan
  let field: RadioField
  /// One standard deviation of single readings about the map, in dB²: access points, beacons.
  let readingVariances: (wifi: Float, beacon: Float)
  /// Over which way the map's errors last, in m.
  let correlation: Double

  var x, y, scale, ground, weight: [Double]
  /// Where each guess came by its steps, before anything heard on the spot moved it.
  var home: [Vec2]
  /// Where the east of the trace points, of length 1.
  var turn: [Vec2]
  var plane: [Int]
  /// The number of the walkway that carries each guess, from 1, negative backwards; 0 for none.
  var carrier: [Int]
  var noise = ParticleNoise()
  /// How few senders are heard, from 0 for enough to 1 for hardly any: few have little in common, and
  /// none of them is outvoted.
  var fewness = 0.0
  /// By how much the phone hears more than the survey's, in dB, and how sure that is, in dB².
  var wifiOffset = 0.0, wifiOffsetVariance = 16.0
  var beaconOffset = 0.0, beaconOffsetVariance = 16.0
  /// What guesses were last weighed by, access points first, to be taken back once it is better known.
  var weighed = [Weighed(), Weighed()]
  /// Which way the trace heads, as a unit vector, and each guess with it.
  private(set) var heading = Vec2.zero
  private(set) var ahead: [Vec2]
  /// The same of eight guesses at a time, and of all in the mean.
  private(set) var looks: [(east: RadioPlaces.Lanes, north: RadioPlaces.Lanes)]
  private(set) var usualLook = SIMD2<Float>(1, 0)
  /// What a metre east of the trace is for each guess.
  private(set) var metre: [Vec2]
  /// Whether steps are being taken, so that directions show.
  var isWalking = false
  /// By how much another direction differs, in rad.
  private let strayTurn = 1.2
  /// Room to reckon in: the sums of each guess, of each spot, and where those are.
  var sums: [RadioSums]
  var spotSums: [RadioSums]
  var spots: GuessSpots

  init(
    plan: IndoorPlan, field: RadioField, noise: (wifi: Double, beacon: Double),
    correlation: Double, parameters: Parameters
  ) {
    self.parameters = parameters
    self.plan = plan
    self.field = field
    readingVariances = (Float(noise.wifi * noise.wifi), Float(noise.beacon * noise.beacon))
    self.correlation = correlation
    let zeros = [Double](repeating: 0, count: parameters.count)
    (x, y, ground) = (zeros, zeros, zeros)
    turn = [Vec2](repeating: Vec2(1, 0), count: parameters.count)
    (ahead, metre) = (turn, turn)
    home = turn
    scale = [Double](repeating: 1, count: parameters.count)
    weight = zeros
    plane = [Int](repeating: 0, count: parameters.count)
    carrier = plane
    let blocks = (parameters.count + RadioPlaces.width - 1) / RadioPlaces.width
    looks = [(RadioPlaces.Lanes, RadioPlaces.Lanes)](repeating: (.one, .zero), count: blocks)
    sums = [RadioSums](repeating: RadioSums(), count: blocks)
    spotSums = []
    spots = GuessSpots(parameters.count, planes: plan.planes.count)
  }

  var count: Int { x.count }

  // MARK: - Motion

  /// Moves all guesses as the trace goes.
  ///
  /// - Parameters:
  ///   - step: A straight piece of the way, in the trace's frame, in m.
  ///   - turnNoise: One standard deviation of the direction, in rad.
  mutating func walk(_ step: Vec2, turnNoise: Double) {
    let length = step.length
    guard length > 0 else { return }
    let spread = parameters.lengthNoise * length
    noise.shuffle()
    for index in 0..<count {
      turn[index] = turn[index].veered(by: turnNoise * noise.normal())
      let way = scale[index] * step.turned(as: turn[index])
      go(
        index, x[index] + way.x + spread * noise.normal(),
        y[index] + way.y + spread * noise.normal(), cost: 1)
      home[index] = Vec2(x[index], y[index])
    }
  }

  /// Lets all guesses drift.
  mutating func drift(_ metres: Double, seconds: Double) {
    noise.shuffle()
    for index in 0..<count {
      go(
        index, x[index] + metres * noise.normal(), y[index] + metres * noise.normal(),
        cost: seconds)
    }
  }

  /// Moves one guess, through a door outdoors too, and makes it pay for walls.
  @inline(__always)
  private mutating func go(_ index: Int, _ u: Double, _ v: Double, cost: Double) {
    let here = plane[index]
    switch plan.planes[here].raster.ground(x[index], y[index], to: u, v) {
    case .free: break
    case .wall:
      weight[index] -=
        plan.planes[here].raster.knowsDoors ? parameters.wallCost : parameters.doubtfulWallCost
    case .closed, .beyond:
      weight[index] -=
        plan.planes[here].raster.knowsDoors ? parameters.closedCost * min(1, cost) : 0
    }
    (x[index], y[index]) = (u, v)
  }

  /// Lets some guesses go through doors that they are at.
  mutating func passDoors(share: Double) {
    guard let outside = plan.outside, !plan.doors.isEmpty else { return }
    for index in 0..<count {
      let point = Vec2(x[index], y[index])
      for door in plan.doors where plane[index] == outside || plane[index] == door.plane {
        guard abs(point.x - door.line.start.x) < 8, abs(point.y - door.line.start.y) < 8,
          door.line.distance(to: point) < 2.5, noise.uniform() < share
        else { continue }
        let other = plane[index] == outside ? door.plane : outside
        ground[index] += plan.planes[plane[index]].rise - plan.planes[other].rise
        plane[index] = other
        break
      }
    }
  }

  /// Notes that the phone is carried otherwise: which way is ahead must be found anew by most.
  mutating func loseDirection(by spread: Double, share: Double) {
    for index in 0..<count where noise.uniform() < share {
      turn[index] = turn[index].rotated(by: spread * noise.normal())
    }
  }

  /// Notes which way the trace heads.
  mutating func head(_ way: Vec2) {
    heading = way
    var sum = Vec2.zero
    for block in looks.indices {
      var (east, north) = (RadioPlaces.Lanes.zero, RadioPlaces.Lanes.zero)
      for index in guesses(of: block) {
        ahead[index] = way.turned(as: turn[index])
        east[index % RadioPlaces.width] = Float(ahead[index].x)
        north[index % RadioPlaces.width] = Float(ahead[index].y)
        sum += ahead[index]
        metre[index] = scale[index] * turn[index]
      }
      looks[block] = (east, north)
    }
    let usual = sum / Double(count)
    usualLook = SIMD2(Float(usual.x), Float(usual.y))
  }

  // MARK: - Weights

  /// Turns logs of weights into weights that add up to 1, which are returned, and resamples where few
  /// guesses have most of the weight.
  mutating func settle() {
    let most = weight.max() ?? 0
    var (sum, squares) = (0.0, 0.0)
    for index in 0..<count {
      // Nobody falls so far behind that all are lost at once.
      weight[index] = max(weight[index] - most, -60)
      let likely = exp(weight[index])
      sum += likely
      squares += likely * likely
    }
    let logSum = log(sum)
    for index in 0..<count { weight[index] -= logSum }
    if sum * sum / squares < 0.5 * Double(count) { resample() }
  }

  /// Makes guesses anew in proportion to their weights, somewhat scattered.
  private mutating func resample() {
    var from = [Int](repeating: 0, count: count)
    var sum = exp(weight[0])
    var index = 0
    let start = noise.uniform()
    for number in 0..<count {
      let goal = (Double(number) + start) / Double(count)
      while sum < goal, index < count - 1 {
        index += 1
        sum += exp(weight[index])
      }
      from[number] = index
    }
    x = from.map { x[$0] }
    home = from.map { home[$0] }
    y = from.map { y[$0] }
    turn = from.map { turn[$0] }
    scale = from.map { scale[$0] }
    ground = from.map { ground[$0] }
    plane = from.map { plane[$0] }
    carrier = from.map { carrier[$0] }
    for kind in weighed.indices where !weighed[kind].heard.isEmpty {
      weighed[kind].logs = from.map { weighed[kind].logs[$0] }
    }
    let even = -log(Double(count))
    noise.shuffle()
    for number in 0..<count {
      weight[number] = even
      guard number > 0, from[number] == from[number - 1] else { continue }
      // Some are sent another way each time, should all have gone astray.
      if isWalking, noise.uniform() < parameters.strayShare {
        turn[number] = turn[number].rotated(by: strayTurn * noise.normal())
      }
      x[number] += 0.2 * noise.normal()
      y[number] += 0.2 * noise.normal()
      turn[number] = turn[number].veered(by: 0.04 * noise.normal())
      scale[number] = min(1.4, max(0.5, scale[number] + 0.015 * noise.normal()))
      ground[number] += 0.05 * noise.normal()
    }
  }
}

extension Vec2 {
  /// Turned as much as another is from the east, and as much longer as that is than 1.
  @inline(__always)
  func turned(as other: Vec2) -> Vec2 {
    Vec2(other.x * x - other.y * y, other.y * x + other.x * y)
  }

  /// A direction of length 1 turned by an angle below a quarter turn, in rad, without the sine and
  /// cosine, which would be asked for a thousand times a second.
  @inline(__always)
  func veered(by angle: Double) -> Vec2 {
    let square = angle * angle
    let c = 1 - square * (0.5 - square * (1.0 / 24 - square / 720))
    let s = angle * (1 - square * (1.0 / 6 - square / 120))
    let turned = turned(as: Vec2(c, s))
    return turned * (1.5 - 0.5 * turned.squaredLength)
  }
}
