import Geometry
import Glibc
import Kernel
import Observations

/// Slowly varying delays and errors of one satellite: computed at knots, linear between.
struct GNSSSlowErrors: Sendable {
  /// The time between knots, in s.
  static let step = 30.0

  /// In m: the ionospheric delay on L1, and the rest.
  private var ends = (SIMD2<Double>.zero, SIMD2<Double>.zero)
  private var knot = Int.min

  /// The ionospheric delay and the sum of all others, in m.
  mutating func values(
    _ surroundings: GNSSSurroundings, _ rule: GNSSParameters, satellite: Int, at time: Double
  ) -> (ionosphere: Double, rest: Double) {
    let place = time / Self.step
    let index = Int(place.rounded(.down))
    if index != knot {
      let first = index - 1 == knot ? ends.1 : nil
      ends.0 = first ?? surroundings.slowError(satellite, knot: index, rule)
      ends.1 = surroundings.slowError(satellite, knot: index + 1, rule)
      knot = index
    }
    let value = ends.0 + (ends.1 - ends.0) * (place - Double(index))
    return (value.x, value.y)
  }
}

/// Gaussian noise of unit variance that varies smoothly over a period, addressed by time.
enum GNSSSlowNoise {
  static func value(_ stream: RandomStream, at time: Double, period: Double) -> Double {
    let place = time / period
    let knot = place.rounded(.down)
    func draw(_ knot: Double) -> Double {
      var draws = stream.at(index: UInt64(bitPattern: Int64(knot)))
      return draws.gaussian()
    }
    let u = place - knot
    let blend = u * u * (3 - 2 * u)
    let sum = draw(knot) * (1 - blend) + draw(knot + 1) * blend
    return sum / (blend * blend + (1 - blend) * (1 - blend)).squareRoot()
  }
}

extension GNSSSurroundings {
  /// The ionospheric delay (Klobuchar with a residual) and the other slow errors at a knot, in m.
  func slowError(_ number: Int, knot: Int, _ rule: GNSSParameters) -> SIMD2<Double> {
    let time = Double(knot) * GNSSSlowErrors.step
    guard rule.ionosphere || rule.troposphere || rule.orbitErrors,
      let state = sky.tracks[number].state(at: max(0, time))
    else { return .zero }
    let seen = frame.azimuthElevation(of: state.positionMetres)
    let elevation = max(seen.elevation, 0.05)
    let id = UInt64(number)
    var value = SIMD2<Double>.zero
    if rule.ionosphere {
      let draw = RandomStream(seed: seed, entity: 0, purpose: "gnss.ionosphere")
      let z = min(1.5, max(-1.5, GNSSSlowNoise.value(draw, at: time, period: 3600)))
      value.x =
        sky.ionosphere.delayMetres(
          at: frame.origin, azimuth: seen.azimuth, elevation: elevation,
          secondsOfWeek: sky.start.secondsOfWeek + time)
        * (1 + rule.ionosphereErrorShare * z)
    }
    if rule.troposphere {
      let draw = RandomStream(seed: seed, entity: 0, purpose: "gnss.troposphere")
      let z = rule.troposphereErrorMetres * GNSSSlowNoise.value(draw, at: time, period: 3600)
      // Chao's mapping function in short form: a slab that curves away near the horizon.
      let mapping = 1.001 / (0.002001 + sin(elevation) * sin(elevation)).squareRoot()
      value.y += (zenithDelay + z) * mapping
    }
    if rule.orbitErrors {
      let draw = RandomStream(seed: seed, entity: id, purpose: "gnss.orbit")
      // GLONASS has twice the error; correlation over one to two hours; estimates.
      let spread = rule.orbitErrorMetres * (signals[number].isGlonass ? 2 : 1)
      value.y += spread * GNSSSlowNoise.value(draw, at: time, period: 5400)
    }
    return value
  }
}
