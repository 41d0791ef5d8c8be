import Geometry
import Observations

/// One satellite's measurement of an epoch, with what is known before any place is.
struct GNSSSightline: Sendable {
  /// The satellite's dense number and its clock.
  var slot: Int
  var clock: Int
  var satellite: SatelliteID
  /// The satellite when the signal left, in m and m/s, in the axes of that moment.
  var position: Vec3
  var velocity: Vec3
  /// The pseudorange less the satellite's clock, in m, and the atmosphere's delay in it.
  var range: Double
  var delay = 0.0
  /// The ionosphere's part of the delay, in m.
  var ionosphere = 0.0
  /// The rate less the satellite's clock's, in m/s; its standard deviation, infinite if not known.
  var rate: Double
  var rateSigma: Double
  /// The carrier, in m, less the satellite's clock; whether it goes on from the epoch before.
  var carrier: Double
  var carrierGoesOn: Bool
  /// Whether there is a carrier from which the next epoch can go on.
  var hasCarrier: Bool
  var strength: Double
  /// The carrier's frequency, in Hz.
  var frequency: Double
  /// One standard deviation of the code by the receiver, in m.
  var codeSigma: Double
  /// The variance of the range, in m²: of what changes from epoch to epoch, of echoes that stay
  /// for a while, of what stays for long.
  var noise = 0.0
  var echo = 0.0
  var slow = 0.0
  /// The unit vector to the satellite and the sine of its elevation.
  var direction = Vec3.zero
  var sine = 1.0
  /// How likely the line is free, as told from outside.
  var sight: Double
  /// The weight that robust estimation leaves it, 0 to 1.
  var trust = 1.0
  /// Whether other satellites' rates say that this one's is an echo's.
  var isOutvoted = false

  /// The carrier less the atmosphere, in which the ionosphere hastens it as it delays the code.
  var carrierOfPlace: Double { carrier - delay + 2 * ionosphere }

  /// All of the variance.
  var variance: Double { noise + echo + slow }

  /// The range to a place, in m, the Earth's turn under way included.
  ///
  /// The Sagnac term in scalar form, exact to a millimetre on the ground (RTKLIB's `geodist`).
  @inline(__always)
  mutating func look(from place: Vec3) -> Double {
    let seen = Self.look(at: position, from: place)
    direction = seen.direction
    return seen.range
  }

  /// The range from a place to a satellite, in m, and the unit vector there.
  @inline(__always)
  static func look(at satellite: Vec3, from place: Vec3) -> (range: Double, direction: Vec3) {
    let line = satellite - place
    let length = line.length
    let turn = KeplerEphemeris.earthRate / KeplerEphemeris.speedOfLight
    let sagnac = turn * (satellite.x * place.y - satellite.y * place.x)
    return (length + sagnac, line / length)
  }

  /// The rate of the range for a receiver at rest, in m/s; ``look(from:)`` goes before.
  @inline(__always)
  func restRate(at place: Vec3) -> Double {
    let light = KeplerEphemeris.speedOfLight
    let turn = KeplerEphemeris.earthRate / light
    let plain = direction.dot(velocity)
    return plain / (1 + plain / light)
      + turn * (velocity.x * place.y - velocity.y * place.x)
  }
}
