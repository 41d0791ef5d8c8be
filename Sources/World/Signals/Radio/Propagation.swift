public import Geometry
import Glibc
import Maps
import Numerics
public import Venues

/// How radio spreads in a venue: what is in the way between any two points, and what it costs.
///
/// A multi-wall model in the manner of COST 231: free space, clutter, and the walls, doors, facades,
/// floors and roofs that the straight ray truly crosses. Losses of walls saturate, as signals find
/// other ways; those of floors grow ever more slowly. Nothing here is random: shadow and fading
/// come on top. Made once for a venue, and the same from either end.
public struct Propagation: Sendable {
  /// Which effects there are.
  public let parameters: PropagationParameters
  let plans: RadioPlans
  /// For each level of the venue: from where to where it reaches.
  let spans: [(bottom: Double, top: Double)]

  /// Learns a venue.
  public init(_ venue: Venue, parameters: PropagationParameters = PropagationParameters()) {
    self.parameters = parameters
    plans = RadioPlans(venue)
    spans = venue.levels.map {
      ($0.elevationMetres, $0.elevationMetres + max(0.2, $0.heightMetres))
    }
  }

  /// What a signal loses between two points.
  ///
  /// - Parameters:
  ///   - start: One end, in metres east, north and up.
  ///   - startLevel: The number of its level; nil outdoors. What is on a level is below its ceiling.
  ///   - end: The other end.
  ///   - endLevel: The number of its level.
  ///   - megahertz: The frequency.
  /// - Returns: The median loss and what it is made of.
  public func path(
    from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?, megahertz: Double
  ) -> RadioPath {
    path(
      trace(from: start, level: startLevel, to: end, level: endLevel),
      band: RadioBand(megahertz: megahertz))
  }

  /// What lies between two points; allocates nothing.
  package func trace(
    from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?
  ) -> RadioTrace {
    var trace = RadioTrace(from: start, level: startLevel, to: end, level: endLevel)
    let ray = RadioRay(from: held(start, startLevel), to: held(end, endLevel))
    addFloors(ray, &trace)
    addWalls(ray, .none, &trace)
    return trace
  }

  /// What lies between two points, unless it costs more than can be spared.
  ///
  /// - Parameters:
  ///   - start: One end, from which the ray is followed.
  ///   - startLevel: The number of its level; nil outdoors.
  ///   - end: The other end.
  ///   - endLevel: The number of its level.
  ///   - band: The frequency.
  ///   - decade: The decimal logarithm of the distance in m.
  ///   - spare: What walls and floors may cost together, in dB, without a shadow's gain.
  ///   - mostGain: The most that the gain could be.
  ///   - gain: Works it out; only called if floors leave anything.
  /// - Returns: What lies between, or a hopeless trace, and the gain; 0 if it wasn't worked out.
  func trace(
    from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?, band: RadioBand,
    decade: Double, sparing spare: Double, mostGain: Double, gain: () -> Double
  ) -> (trace: RadioTrace, gain: Double) {
    var trace = RadioTrace(from: start, level: startLevel, to: end, level: endLevel)
    let ray = RadioRay(from: held(start, startLevel), to: held(end, endLevel))
    addFloors(ray, &trace)
    let left = spare - (trace.floors > 0 ? Self.floorDecibels(trace, band) : 0)
    trace.isHopeless = left + mostGain <= 0
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
            // Storeys stand in the order of their floors.
            if list[index].bottom > high { return }
            guard list[index].top > low else { continue }
            addWalls(list[index], ray, limit, starts, walls, &trace)
            if trace.isHopeless { return }
          }
        }
      }
    }
  }

  /// A point of a level, brought between its floor and its ceiling.
  private func held(_ point: Vec3, _ level: Int?) -> Vec3 {
    guard let level, level >= 0, level < spans.count else { return point }
    let span = spans[level]
    return Vec3(point.xy, min(span.top - 0.05, max(span.bottom + 0.05, point.z)))
  }

  @inline(__always)
  private func addWalls(
    _ plan: RadioPlan, _ ray: RadioRay, _ limit: RadioLimit,
    _ starts: UnsafeBufferPointer<Int32>, _ walls: UnsafeBufferPointer<RadioWall>,
    _ trace: inout RadioTrace
  ) {
    // The stretch of the ray at this plan's heights.
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
    _ plan: RadioPlan, _ ray: RadioRay, _ words: UnsafeBufferPointer<UInt64>,
    _ trace: inout RadioTrace
  ) {
    let share = (plan.bottom - ray.start.z) / ray.vector.z
    guard plan.slab.covers(ray.start.xy + ray.vector.xy * share, words) else { return }
    if let roof = plan.roofDecibels {
      trace.roofDecibels += roof
    }
    trace.floors += 1
  }

  /// What walls, floors and roofs in the way take without the sides of other buildings, in dB.
  package func indoorDecibels(_ trace: RadioTrace, band: RadioBand) -> Double {
    let sum = Double(trace.wallLoss.decibels(at: band.weight))
    let most = mostOfWalls(band)
    return most * (1 - exp(-sum / most))
      + (trace.floors > 0 ? Self.floorDecibels(trace, band) : 0)
  }

  /// Prices what lies between two points at a frequency.
  package func path(_ trace: RadioTrace, band: RadioBand) -> RadioPath {
    path(trace, band: band, decade: log10(max(0.1, trace.distance)))
  }

  /// The same where the logarithm of the distance is known.
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

  /// How many dB a decade of distance costs beyond free space.
  ///
  /// Higher frequencies lose somewhat more, so that 5.5 GHz adds 9 dB at 40 m (InH adds 7 to 9).
  package func clutterSlope(isIndoors: Bool, _ band: RadioBand) -> Double {
    let exponent = isIndoors ? parameters.indoorExponent : parameters.outdoorExponent
    return 10 * max(0, exponent - 2 + 0.1 * band.octaves)
  }

  /// What walls cost together.
  ///
  /// Losses saturate as `most * (1 - exp(-sum / most))`. Buildings outdoors hide no more than the
  /// difference of 3GPP TR 38.901 UMi out of and in line of sight at the distance, and 12 dB near by,
  /// for one corner (an estimate).
  private func wallDecibels(_ trace: RadioTrace, _ band: RadioBand, _ decade: Double) -> Double {
    let sum = Double(trace.wallLoss.decibels(at: band.weight))
    let most = mostOfWalls(band)
    var loss = most * (1 - exp(-sum / most))
    if trace.sides > 0 {
      let round = Self.mostOfSides(decade)
      let through = Double(trace.sideLoss.decibels(at: band.weight))
      loss += round * (1 - exp(-through / round))
    }
    return loss
  }

  /// Harder walls at higher frequencies make more of the signal come round them: an estimate.
  private func mostOfWalls(_ band: RadioBand) -> Double {
    parameters.mostWallDecibels * (1 + 0.15 * Double(band.weight))
  }

  private static func mostOfSides(_ decade: Double) -> Double {
    max(12, -10 + 14.3 * decade)
  }

  /// The sums of losses that cost what can be spared.
  private func limit(_ spare: Double, _ band: RadioBand, _ decade: Double) -> RadioLimit {
    func sum(_ most: Double) -> Float {
      spare < most ? Float(-naturalDecade * most * fastDecades(1 - spare / most)) : .infinity
    }
    return RadioLimit(
      walls: sum(mostOfWalls(band)), sides: sum(Self.mostOfSides(decade)), weight: band.weight)
  }

  /// What floors cost together: 18 dB the first at 2.4 GHz, 23 at 5.5, and 14 dB each more.
  ///
  /// Measured on UJIIndoorLoc's validation part: near an access point's spot a level is 19 dB lower
  /// one floor off; two floors off 37 % of readings are left and three off 7 %, which puts the medians
  /// some 38 and 49 dB down. ITU-R P.1238's 15 dB and 4 dB more for each would leave most of them.
  private static func floorDecibels(_ trace: RadioTrace, _ band: RadioBand) -> Double {
    let first = Double(RadioLoss(18, 23).decibels(at: band.weight))
    return max(first, Double(trace.roofDecibels)) + 14 * Double(trace.floors - 1)
  }
}

extension RadioTrace {
  /// A way with nothing in it yet.
  init(from start: Vec3, level startLevel: Int?, to end: Vec3, level endLevel: Int?) {
    self.init(
      distance: start.distance(to: end), walls: 0, wallLoss: .none, sides: 0, sideLoss: .none,
      floors: 0, roofDecibels: 0, isIndoors: startLevel != nil && endLevel != nil)
  }
}
