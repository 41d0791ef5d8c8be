public import Geometry
import Glibc
public import Kernel

/// Correlated shadowing: a Gaussian random field over the plane with Gudmundson's correlation.
///
/// Models walls and furniture that no plan shows. Mean 0, variance 1, and a correlation of
/// exp(-r / length) (Gudmundson 1991) to within 0.03; it is the same at each return. The sum of three
/// lattice noises, each rotated by its own angle and normalised between nodes so that the variance is 1
/// everywhere; spacings and weights are fitted to the exponential. Node values are hashes, so that a
/// field needs no memory at any size.
public struct ShadowField: Sendable {
  /// A lattice with its rotation, shift and weight.
  private struct Layer: Sendable {
    var axis: Vec2
    var shift: Vec2
    var key: UInt64
    var weight: Double
  }

  /// Lattice spacings in correlation lengths, and fractions of the variance.
  private static let spacings = (0.2, 1.0, 3.0)
  private static let shares = (0.2374, 0.5129, 0.2497)

  private var layers: (Layer, Layer, Layer)
  /// The threshold on 16 bits of the hash for the nodes redrawn each day.
  private let renewed: UInt64

  /// Draws a field.
  ///
  /// - Parameters:
  ///   - stream: The random stream, addressed by a run's seed, a transmitter and a level.
  ///   - lengthMetres: The 1/e correlation distance, in m.
  ///   - dailyChange: The fraction of the variance that is redrawn each day.
  public init(_ stream: RandomStream, lengthMetres: Double, dailyChange: Double = 0) {
    var stream = stream
    func layer(_ spacing: Double, _ share: Double) -> Layer {
      let cell = max(1e-3, spacing * lengthMetres)
      let angle = stream.uniform() * 2 * .pi
      return Layer(
        axis: Vec2(angle: angle) / cell,
        shift: Vec2(stream.uniform(), stream.uniform()) * 1000, key: stream.next(),
        weight: share.squareRoot())
    }
    layers = (
      layer(Self.spacings.0, Self.shares.0), layer(Self.spacings.1, Self.shares.1),
      layer(Self.spacings.2, Self.shares.2)
    )
    renewed = UInt64(min(1, max(0, dailyChange)) * 65536)
  }

  /// The field at a point: mean 0, variance 1, within ±3.5.
  ///
  /// - Parameters:
  ///   - point: In metres east and north.
  ///   - level: The index of the level, each of which has its own field; nil outdoors.
  ///   - day: The index of the day.
  /// - Returns: The value.
  public func value(at point: Vec2, level: Int? = nil, day: Int64 = 0) -> Double {
    var memory = ShadowMemory()
    return value(at: point, level: level, day: day, remembering: &memory)
  }

  /// The field at a point, with a cache of the last lattice squares.
  func value(
    at point: Vec2, level: Int?, day: Int64, remembering memory: inout ShadowMemory
  ) -> Double {
    // Levels lie so far apart in one plane that they are independent.
    let shift = level.map { Double($0 + 1) } ?? 0
    let (x, y) = (point.x + 400_009.3 * shift, point.y + 271_828.1 * shift)
    let turn = UInt64(bitPattern: day &+ 1) &* Self.rowFactor
    let sum =
      value(layers.0, x, y, turn, &memory.fine) + value(layers.1, x, y, turn, &memory.middle)
      + value(layers.2, x, y, turn, &memory.coarse)
    return min(Self.maximum, max(-Self.maximum, sum))
  }

  /// The max absolute value.
  static let maximum = 3.5

  @inline(__always)
  private func value(
    _ layer: Layer, _ east: Double, _ north: Double, _ day: UInt64,
    _ square: inout ShadowMemory.Square
  ) -> Double {
    let x = east * layer.axis.x + north * layer.axis.y + layer.shift.x
    let y = north * layer.axis.x - east * layer.axis.y + layer.shift.y
    // The field covers the Earth: far beyond, and for NaN, it is zero.
    guard abs(x) < 2e9, abs(y) < 2e9 else { return 0 }
    let (column, row) = (fastFloor(x), fastFloor(y))
    if Int64(square.column) != column || Int64(square.row) != row || square.day != day {
      let west = layer.key &+ UInt64(bitPattern: column) &* Self.columnFactor
      let east = west &+ Self.columnFactor
      let south = UInt64(bitPattern: row) &* Self.rowFactor
      let north = south &+ Self.rowFactor
      square = ShadowMemory.Square(
        column: Int32(truncatingIfNeeded: column), row: Int32(truncatingIfNeeded: row), day: day,
        southWest: node(west ^ south, day), southEast: node(east ^ south, day),
        northWest: node(west ^ north, day), northEast: node(east ^ north, day))
    }
    let (u, v) = (x - Double(column), y - Double(row))
    let (p, q) = (1 - u, 1 - v)
    let sum =
      (Double(square.southWest) * p + Double(square.southEast) * u) * q
      + (Double(square.northWest) * p + Double(square.northEast) * u) * v
    let variance = (p * p + u * u) * (q * q + v * v)
    // Node values are integers in units of 1/65,536; their variance is that of four uniform draws.
    return layer.weight * (1.732_050_807_568_877_2 / 65536) * sum / variance.squareRoot()
  }

  private static let columnFactor: UInt64 = 0x9E37_79B9_7F4A_7C15
  private static let rowFactor: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// The value at a lattice node: nearly normal, of variance 65,536² / 3.
  ///
  /// The finaliser of SplitMix64 (Steele, Lea, Flood 2014), with the day mixed in half-way for the nodes
  /// that change daily.
  @inline(__always)
  private func node(_ address: UInt64, _ day: UInt64) -> Int32 {
    var hash = (address ^ (address &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    hash ^= hash &>> 27
    hash = (hash ^ (hash &>> 48 < renewed ? day : 0)) &* 0x94D0_49BB_1331_11EB
    hash ^= hash &>> 31
    // Four uniform draws of 16 bits; the sum's variance is 4 / 12 of their range squared.
    let pairs = (hash & 0x0000_FFFF_0000_FFFF) &+ (hash &>> 16 & 0x0000_FFFF_0000_FFFF)
    return Int32(truncatingIfNeeded: (pairs & 0xFFFF_FFFF) &+ (pairs &>> 32)) &- 131_070
  }
}

/// The cached lattice squares of a shadow field.
struct ShadowMemory: Sendable {
  /// A square with the values at its corners.
  struct Square: Sendable {
    var column = Int32.min
    var row = Int32.min
    var day: UInt64 = 0
    var southWest: Int32 = 0
    var southEast: Int32 = 0
    var northWest: Int32 = 0
    var northEast: Int32 = 0
  }

  var fine = Square()
  var middle = Square()
  var coarse = Square()
}

/// The floor of a value within the range of `Int64`.
///
/// `rounded(.down)` is a function call on targets without a guaranteed rounding instruction.
@inline(__always)
func fastFloor(_ value: Double) -> Int64 {
  let whole = Int64(value)
  return Double(whole) > value ? whole &- 1 : whole
}
