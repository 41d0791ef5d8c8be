import Glibc
public import Truth

/// Body shadowing near 2.4 GHz: loss through a phone's carrier and through a crowd.
///
/// A transmitter behind the torso loses 3 to 10 dB on a phone held before the chest and 10 to 15 dB on
/// one worn on the body, for the direct ray. The scattered rays lose the mean over all bearings. So
/// indoors, where half of the power is scattered, turning round costs only a few dB, and outdoors it
/// costs all of the shadow. (The OpenHPS office fingerprints of 2021 show a spread of 3.7 dB between
/// four orientations.)
public struct BodyShadow: Sendable {
  /// The position of a phone relative to its carrier's body.
  struct Wear: Hashable, Sendable {
    /// The direction of clear view, in radians anticlockwise from the carrier's front.
    var bearing: Double
    /// Loss of a ray from right behind the torso, in dB.
    var depth: Double
    /// Loss of any ray through clothes, hand or bag, in dB.
    var cover: Double
    /// Loss of the scattered field through the torso, in dB: the mean power over all bearings.
    var scattered: Double
  }

  private let wears: [Wear]

  /// Creates the shadow of an average adult, with a depth scale of 1 for most people.
  public init(scale: Double = 1) {
    var wears = [Wear](
      repeating: Wear(bearing: 0, depth: 0, cover: 0, scattered: 0),
      count: Placement.allCases.count)
    for placement in Placement.allCases {
      var wear = Self.wear(placement)
      wear.depth *= scale
      var sum = 0.0
      for step in 0..<64 {
        sum += pow(10, -0.1 * wear.depth * Self.shape(cos(2 * .pi * Double(step) / 64)))
      }
      wear.scattered = -10 * log10(sum / 64)
      wears[placement.number] = wear
    }
    self.wears = wears
  }

  /// The losses through the carrier's body of the direct ray and of the scattered rays, in dB.
  ///
  /// - Parameters:
  ///   - bearing: The direction to the transmitter, in radians anticlockwise from the carrier's front.
  ///   - elevation: The elevation of the transmitter above the phone, in radians.
  ///   - placement: The phone's placement.
  /// - Returns: The two losses.
  public func decibels(
    bearing: Double, elevation: Double, placement: Placement
  ) -> (direct: Double, scattered: Double) {
    let wear = wears[placement.number]
    guard wear.depth > 0 || wear.cover > 0 else { return (0, 0) }
    // Rays over the shoulder or the head pass no body.
    let level = elevation > 0 ? cos(elevation) : 1
    let shadow = wear.depth * Self.shape(cos(bearing - wear.bearing)) * level * level
    return (wear.cover + shadow, wear.cover + wear.scattered)
  }

  /// The loss of a direct ray through a crowd, in dB.
  ///
  /// 0.2 to 0.5 dB/m at one person per m² at 2.4 GHz, an estimate; only where the ray is below head
  /// height, 1.7 m above the floor.
  ///
  /// - Parameters:
  ///   - density: Persons per m².
  ///   - length: The ray's horizontal length, in m.
  ///   - heights: The heights of its ends above the floor, in m.
  /// - Returns: The loss.
  public static func crowd(
    density: Double, length: Double, heights: (Double, Double)
  ) -> Double {
    guard density > 0 else { return 0 }
    let (low, high) = (min(heights.0, heights.1), max(heights.0, heights.1))
    guard low < head else { return 0 }
    let share = high <= head ? 1 : (head - low) / (high - low)
    // Distant bodies shade one another; the loss is limited to that of a wall.
    return min(0.35 * density * length * share, 15)
  }

  /// Head height, in m.
  private static let head = 1.7

  /// The fraction of the shadow's depth by the cosine of the angle from the clear side.
  ///
  /// Zero in front, a third abeam, one behind, and smooth; an estimate between the cosine law and
  /// diffraction around a cylinder.
  private static func shape(_ cosine: Double) -> Double {
    let half = max(0, 0.5 * (1 - cosine))
    return half * half.squareRoot()
  }

  /// Estimates at 2.4 GHz within the ranges above, for the right hand and the right side.
  private static func wear(_ placement: Placement) -> Wear {
    let (bearing, depth, cover): (Double, Double, Double) =
      switch placement {
      case .waist: (0, 13, 2)
      case .frontPocket: (-0.5, 14, 4)
      case .backPocket: (.pi - 0.5, 14, 4)
      case .upperArm: (0.5 * .pi, 10, 1)
      case .handSwinging: (-0.5 * .pi, 9, 2)
      case .handTexting: (0, 9, 1)
      case .bag: (-0.75 * .pi, 8, 3)
      case .cupHolder: (0, 0, 3)
      case .table, .dash, .mount, .roof: (0, 0, 0)
      }
    return Wear(bearing: bearing, depth: depth, cover: cover, scattered: 0)
  }
}

extension Placement {
  /// The index of the placement, for tables and random-stream addresses.
  @inline(__always)
  var number: Int {
    switch self {
    case .waist: 0
    case .frontPocket: 1
    case .backPocket: 2
    case .upperArm: 3
    case .handSwinging: 4
    case .handTexting: 5
    case .bag: 6
    case .table: 7
    case .dash: 8
    case .cupHolder: 9
    case .mount: 10
    case .roof: 11
    }
  }
}
