public import Geometry
import Glibc
import Maps
import Numerics
public import Venues

/// Radio path loss in a venue by a COST 231 multi-wall model.
///
/// Free space, clutter, and the walls, doors, facades, floors and roofs that the straight ray crosses.
/// Wall losses saturate, as signals find other routes; floor losses grow by less per floor. The model is
/// deterministic: shadowing and fading are added elsewhere. It is made once per venue, and reciprocal.
public struct Propagation: Sendable {
  /// The enabled effects.
  public let parameters: PropagationParameters
  let plans: RadioSlices
  /// The height range of each level of the venue.
  let spans: [(bottom: Double, top: Double)]

  /// Builds the ray-casting structures of a venue.
  public init(_ venue: Venue, parameters: PropagationParameters = PropagationParameters()) {
    self.parameters = parameters
    plans = RadioSlices(venue)
    spans = venue.levels.map {
      ($0.elevationMetres, $0.elevationMetres + max(0.2, $0.heightMetres))
    }
  }

  /// The median path loss between two points.
  ///
  /// - Parameters:
  ///   - start: One end, in metres east, north and up.
  ///   - startLevel: The index of its level; nil outdoors. Its height is kept below the ceiling.
  ///   - end: The other end.
  ///   - endLevel: The index of its level.
  ///   - megahertz: In MHz.
  /// - Returns: The median loss and its parts.
  public func path(
    from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?, megahertz: Double
  ) -> RadioPath {
    path(
      trace(from: start, level: startLevel, to: end, level: endLevel),
      band: RadioBand(megahertz: megahertz))
  }

  /// The obstacles between two points; allocates nothing.
  package func trace(
    from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?
  ) -> RadioTrace {
    var trace = RadioTrace(from: start, level: startLevel, to: end, level: endLevel)
    let ray = RadioRay(from: held(start, startLevel), to: held(end, endLevel))
    addFloors(ray, &trace)
    addWalls(ray, .none, &trace)
    return trace
  }

  /// The obstacles between two points, with an early exit above a loss budget.
  ///
  /// - Parameters:
  ///   - start: The end at which the ray starts.
  ///   - startLevel: The index of its level; nil outdoors.
  ///   - end: The other end.
  ///   - endLevel: The index of its level.
  ///   - band: The frequency.
  ///   - decade: The decimal logarithm of the distance in m.
  ///   - spare: The loss budget of walls and floors, in dB, without the gain.
  ///   - maxGain: The max gain, in dB.
  ///   - gain: Computes the shadowing gain; only called if floors leave a budget.
  /// - Returns: The obstacles, or a trace over budget, and the gain; 0 if not computed.
  func trace(
    from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?, band: RadioBand,
    decade: Double, sparing spare: Double, maxGain: Double, gain: () -> Double
  ) -> (trace: RadioTrace, gain: Double) {
    var trace = RadioTrace(from: start, level: startLevel, to: end, level: endLevel)
    let ray = RadioRay(from: held(start, startLevel), to: held(end, endLevel))
    addFloors(ray, &trace)
    let left = spare - (trace.floors > 0 ? Self.floorDecibels(trace, band) : 0)
    trace.isHopeless = left + maxGain <= 0
    if trace.isHopeless { return (trace, 0) }
    let gain = gain()
    trace.isHopeless = left + gain <= 0
    if !trace.isHopeless { addWalls(ray, limit(left + gain, band, decade), &trace) }
    return (trace, gain)
  }

  private func addFloors(_ ray: RadioRay, _ trace: inout RadioTrace) {
    guard parameters.floors, ray.isUsable else { return }
    let (low, high) = ray.heights
    plans.plans.withUnsafeBufferPointer { list in
      plans.words.withUnsafeBufferPointer { words in
        plans.bottoms.withUnsafeBufferPointer { bottoms in
          var index = 0
          while index < bottoms.count, bottoms[index] <= low { index &+= 1 }
          while index < bottoms.count, bottoms[index] <= high {
            addFloor(list[index], ray, words, &trace)
            index &+= 1
          }
        }
      }
    }
  }

  private func addWalls(_ ray: RadioRay, _ limit: RadioLimit, _ trace: inout RadioTrace) {
    guard parameters.walls, ray.isUsable else { return }
    let (low, high) = ray.heights
    plans.plans.withUnsafeBufferPointer { list in
      plans.starts.withUnsafeBufferPointer { starts in
        plans.walls.withUnsafeBufferPointer { walls in
          for index in list.indices {
            // Storeys are sorted by their floors.
            if list[index].bottom > high { return }
            guard list[index].top > low else { continue }
            addWalls(list[index], ray, limit, starts, walls, &trace)
            if trace.isHopeless { return }
          }
        }
      }
    }
  }

  /// A point of a level, clamped between its floor and its ceiling.
  private func held(_ point: Vec3, _ level: Int?) -> Vec3 {
    guard let level, level >= 0, level < spans.count else { return point }
    let span = spans[level]
    return Vec3(point.xy, min(span.top - 0.05, max(span.bottom + 0.05, point.z)))
  }

  @inline(__always)
  private func addWalls(
    _ plan: RadioSlice, _ ray: RadioRay, _ limit: RadioLimit,
    _ starts: UnsafeBufferPointer<Int32>, _ walls: UnsafeBufferPointer<RadioWall>,
    _ trace: inout RadioTrace
  ) {
    // The part of the ray within this plan's heights.
    let (low, rise) = (ray.start.z, ray.vector.z)
    var (entry, exit) = (0.0, 1.0)
    if abs(rise) > 1e-9 {
      let a = (plan.bottom - low) / rise
      let b = (plan.top - low) / rise
      entry = max(entry, min(a, b))
      exit = min(exit, max(a, b))
    } else if low < plan.bottom || low >= plan.top {
      return
    }
    guard entry < exit else { return }
    let isStorey = plan.isStorey
    plan.walls.forEachCrossing(of: ray, from: entry, to: exit, starts, walls) { loss in
      if isStorey {
        trace.walls += 1
        trace.wallLoss.low += loss.low
        trace.wallLoss.rise += loss.rise
        trace.isHopeless = trace.wallLoss.decibels(at: limit.weight) > limit.walls
      } else {
        trace.sides += 1
        trace.sideLoss.low += loss.low
        trace.sideLoss.rise += loss.rise
        trace.isHopeless = trace.sideLoss.decibels(at: limit.weight) > limit.sides
      }
      return !trace.isHopeless
    }
  }

  @inline(__always)
  private func addFloor(
    _ plan: RadioSlice, _ ray: RadioRay, _ words: UnsafeBufferPointer<UInt64>,
    _ trace: inout RadioTrace
  ) {
    let share = (plan.bottom - ray.start.z) / ray.vector.z
    guard plan.slab.covers(ray.start.xy + ray.vector.xy * share, words) else { return }
    if let roof = plan.roofDecibels {
      trace.roofDecibels += roof
    }
    trace.floors += 1
  }

  /// The loss of walls, floors and roofs without the sides of other buildings, in dB.
  package func indoorDecibels(_ trace: RadioTrace, band: RadioBand) -> Double {
    let sum = Double(trace.wallLoss.decibels(at: band.weight))
    let maximum = mostOfWalls(band)
    return maximum * (1 - exp(-sum / maximum))
      + (trace.floors > 0 ? Self.floorDecibels(trace, band) : 0)
  }

  /// The path loss of a trace at a frequency.
  package func path(_ trace: RadioTrace, band: RadioBand) -> RadioPath {
    path(trace, band: band, decade: log10(max(0.1, trace.distance)))
  }

  /// The path loss of a trace, given the decimal logarithm of the distance.
  func path(_ trace: RadioTrace, band: RadioBand, decade: Double) -> RadioPath {
    let free = band.firstMetre + 20 * decade
    var walls = 0.0
    var floors = 0.0
    if trace.walls + trace.sides > 0 {
      walls = wallDecibels(trace, band, decade)
    }
    if trace.floors > 0 { floors = Self.floorDecibels(trace, band) }
    var loss = free + walls + floors
    if parameters.clutter, decade > 0 {
      loss += clutterSlope(isIndoors: trace.isIndoors, band) * decade
    }
    return RadioPath(
      distanceMetres: trace.distance, lossDecibels: loss, wallDecibels: walls,
      floorDecibels: floors, wallCount: trace.walls + trace.sides, floorCount: trace.floors)
  }

  /// Excess loss over free space per decade of distance, in dB.
  ///
  /// Higher frequencies lose somewhat more, so that 5.5 GHz adds 9 dB at 40 m (InH adds 7 to 9).
  package func clutterSlope(isIndoors: Bool, _ band: RadioBand) -> Double {
    let exponent = isIndoors ? parameters.indoorExponent : parameters.outdoorExponent
    return 10 * max(0, exponent - 2 + 0.1 * band.octaves)
  }

  /// The total wall loss, which saturates as `most * (1 - exp(-sum / most))`, in dB.
  ///
  /// Buildings outdoors take at most the difference of 3GPP TR 38.901 UMi NLOS and LOS at the distance, and
  /// 12 dB nearby, for one corner (an estimate).
  private func wallDecibels(_ trace: RadioTrace, _ band: RadioBand, _ decade: Double) -> Double {
    let sum = Double(trace.wallLoss.decibels(at: band.weight))
    let maximum = mostOfWalls(band)
    var loss = maximum * (1 - exp(-sum / maximum))
    if trace.sides > 0 {
      let round = Self.mostOfSides(decade)
      let through = Double(trace.sideLoss.decibels(at: band.weight))
      loss += round * (1 - exp(-through / round))
    }
    return loss
  }

  /// The limit of the wall loss; at higher frequencies walls are harder and more of the signal comes
  /// round them: an estimate.
  private func mostOfWalls(_ band: RadioBand) -> Double {
    parameters.maxWallDecibels * (1 + 0.15 * Double(band.weight))
  }

  private static func mostOfSides(_ decade: Double) -> Double {
    max(12, -10 + 14.3 * decade)
  }

  /// The loss sums at which the saturated losses use up the budget.
  private func limit(_ spare: Double, _ band: RadioBand, _ decade: Double) -> RadioLimit {
    func sum(_ maximum: Double) -> Float {
      spare < maximum
        ? Float(-naturalDecade * maximum * fastDecades(1 - spare / maximum)) : .infinity
    }
    return RadioLimit(
      walls: sum(mostOfWalls(band)), sides: sum(Self.mostOfSides(decade)), weight: band.weight)
  }

  /// The total floor loss: 18 dB for the first at 2.4 GHz, 23 at 5.5, and 14 dB for each more.
  ///
  /// Measured on UJIIndoorLoc's validation part: near an access point's position, levels are 19 dB lower one
  /// floor off. Two floors off 37 % of the readings are left and three off 7 %, which puts the medians some
  /// 38 and 49 dB down. The 15 dB, and 4 dB for each more, of ITU-R P.1238 would leave most of them.
  private static func floorDecibels(_ trace: RadioTrace, _ band: RadioBand) -> Double {
    let first = Double(RadioLoss(18, 23).decibels(at: band.weight))
    return max(first, Double(trace.roofDecibels)) + 14 * Double(trace.floors - 1)
  }
}

extension RadioTrace {
  /// Creates a trace without obstacles.
  init(from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?) {
    self.init(
      distance: start.distance(to: end), walls: 0, wallLoss: .none, sides: 0, sideLoss: .none,
      floors: 0, roofDecibels: 0, isIndoors: startLevel != nil && endLevel != nil)
  }
}
