import Geometry
import Observations

/// A line of sight: one satellite's measurement of an epoch, with direction, delay and variances.
struct GNSSSightline: Sendable {
  /// Satellite slot; `clock` is the index of its system clock.
  var slot: Int
  var clock: Int
  var satellite: SatelliteID
  /// Satellite state at transmission time, in m and m/s, in the Earth-fixed axes of that time.
  var position: Vec3
  var velocity: Vec3
  /// Pseudorange corrected by the satellite clock, in m; `delay` is the atmosphere delay in it.
  var range: Double
  var delay = 0.0
  /// Ionosphere part of the delay, in m.
  var ionosphere = 0.0
  /// Sigma of the ionosphere's delay after the correction, in m.
  var ionosphereSigma = 0.0
  /// Range rate corrected by the satellite clock, in m/s; `rateSigma` is infinite if unknown.
  var rate: Double
  var rateSigma: Double
  /// Carrier range corrected by the satellite clock, in m; the flag is false after a cycle slip.
  var carrier: Double
  var carrierGoesOn: Bool
  /// True if the next epoch's carrier may continue from this one.
  var hasCarrier: Bool
  var strength: Double
  /// Carrier frequency, in Hz.
  var frequency: Double
  /// Code sigma reported by the receiver, in m.
  var codeSigma: Double
  /// Range variance, in m², by correlation time: white noise, multipath, slow errors.
  var noise = 0.0
  var echo = 0.0
  var slow = 0.0
  /// Unit vector to the satellite; `sine` is the sine of its elevation.
  var direction = Vec3.zero
  var sine = 1.0
  /// Sight probability, set by the map aid.
  var sight: Double
  /// Robust weight, 0 to 1.
  var trust = 1.0
  /// True if the consensus of the other satellites' rates marks this line as a reflection.
  var isOutvoted = false

  /// Carrier range without atmosphere; the ionosphere advances the carrier as it delays the code.
  var carrierOfPlace: Double { carrier - delay + 2 * ionosphere }

  /// Total range variance, in m².
  var variance: Double { noise + echo + slow }

  /// Returns the range to a position, in m, with the Earth's rotation during the signal's travel.
  ///
  /// Sagnac term in scalar form, exact to a millimetre on the ground (RTKLIB's `geodist`).
  @inline(__always)
  mutating func look(from place: Vec3) -> Double {
    let seen = Self.look(at: position, from: place)
    direction = seen.direction
    return seen.range
  }

  /// Returns the range from a position to a satellite, in m, and the unit vector to the satellite.
  @inline(__always)
  static func look(at satellite: Vec3, from place: Vec3) -> (range: Double, direction: Vec3) {
    let line = satellite - place
    let length = line.length
    let turn = KeplerEphemeris.earthRate / KeplerEphemeris.speedOfLight
    let sagnac = turn * (satellite.x * place.y - satellite.y * place.x)
    return (length + sagnac, line / length)
  }

  /// Returns the range rate of a receiver at rest, in m/s; call ``look(from:)`` first.
  @inline(__always)
  func restRate(at place: Vec3) -> Double {
    let light = KeplerEphemeris.speedOfLight
    let turn = KeplerEphemeris.earthRate / light
    let plain = direction.dot(velocity)
    return plain / (1 + plain / light)
      + turn * (velocity.x * place.y - velocity.y * place.x)
  }
}
