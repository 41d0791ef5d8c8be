import Glibc

/// Geodesics (shortest paths) on the WGS-84 ellipsoid; heights are ignored.
///
/// Accurate to a few nanometres at all distances, antipodes included: the equations of C. F. F.
/// Karney, "Algorithms for geodesics", J. Geodesy 87 (2013), are solved without truncated series.
/// T. Vincenty's iteration (Survey Review 23, 1975) solves most pairs of points; nearly antipodal
/// ones, for which it fails, are solved by bisection on the azimuth.
public struct Geodesic: Hashable, Sendable {
  /// The length in metres.
  public let distance: Double
  /// The azimuth at the start, in degrees clockwise from north in [-180, 180).
  ///
  /// At a pole, the azimuth is relative to the point's own meridian. It is 0 for coincident points.
  public let initialAzimuthDegrees: Double
  /// The forward azimuth at the end, in degrees clockwise from north in [-180, 180).
  public let finalAzimuthDegrees: Double

  /// Solves the inverse problem: the shortest path between two positions.
  ///
  /// Between antipodes, one of several shortest paths is chosen.
  public init(from start: Geodetic, to end: Geodetic) {
    let difference = wrapped(degrees: end.longitudeDegrees - start.longitudeDegrees)
    let first = ReducedLatitude(degrees: start.latitudeDegrees)
    let second = ReducedLatitude(degrees: end.latitudeDegrees)
    let isAlongParallel = start.latitudeDegrees == end.latitudeDegrees
    if isAlongParallel, difference == 0 || first.isPole {
      self.init(distance: 0, initial: (0, 1), final: (0, 1))
      return
    }
    self =
      Self.vincenty(first, second, difference)
      ?? Self.nearlyAntipodal(first, second, difference)
  }

  /// Solves the direct problem: the end of a geodesic of given azimuth and length.
  ///
  /// - Parameters:
  ///   - start: The start; the end has the same height.
  ///   - azimuthDegrees: Clockwise from north; at a pole, relative to the position's own meridian.
  ///   - distance: In metres, at most 1e12; backwards if negative.
  /// - Returns: The end, and the azimuth there in degrees in [-180, 180).
  /// - Throws: ``GeometryError/notFinite(_:)`` if the azimuth or distance isn't finite, or the
  ///   distance exceeds 1e12 m.
  public static func destination(
    from start: Geodetic, azimuthDegrees: Double, distance: Double
  ) throws(GeometryError) -> (place: Geodetic, finalAzimuthDegrees: Double) {
    guard azimuthDegrees.isFinite else { throw .notFinite(.azimuth) }
    guard abs(distance) <= 1e12 else { throw .notFinite(.distance) }
    let first = ReducedLatitude(degrees: start.latitudeDegrees)
    let (sinAzimuth, cosAzimuth) = sineCosine(degrees: wrapped(degrees: azimuthDegrees))
    let sinEquator = sinAzimuth * first.cosine
    let cosEquator = hypot(cosAzimuth, sinAzimuth * first.sine)
    let arc = GeodesicArc(sinEquatorAzimuth: sinEquator, cosEquatorAzimuth: cosEquator)
    let firstArc = atan2(first.sine, cosAzimuth * first.cosine)
    let lastArc = arc.arc(from: firstArc, afterDistance: distance)
    let (s, c) = (sin(lastArc), cos(lastArc))
    let sine = cosEquator * s
    let cosine = hypot(sinEquator, cosEquator * c)
    let sphericalLongitude =
      atan2(sinEquator * s, c) - atan2(sinEquator * first.sine, cosAzimuth * first.cosine)
    let longitude = sphericalLongitude - arc.longitudeExcess(from: firstArc, to: lastArc)
    let place = Geodetic(
      unchecked: degrees(sine: sine, cosine: (1 - WGS84.flattening) * cosine),
      longitude: start.longitudeDegrees + wrapped(degrees: longitude * (180 / .pi)),
      altitude: start.altitudeMetres)
    return (place, wrapped(degrees: degrees(sine: sinEquator, cosine: cosEquator * c)))
  }

  private init(
    distance: Double, initial: (sine: Double, cosine: Double),
    final: (sine: Double, cosine: Double)
  ) {
    self.distance = distance
    initialAzimuthDegrees = wrapped(degrees: degrees(sine: initial.sine, cosine: initial.cosine))
    finalAzimuthDegrees = wrapped(degrees: degrees(sine: final.sine, cosine: final.cosine))
  }

  /// Vincenty's iteration on the longitude difference on the auxiliary sphere; nil if it diverges.
  private static func vincenty(
    _ first: ReducedLatitude, _ second: ReducedLatitude, _ difference: Double
  ) -> Geodesic? {
    let target = difference * (.pi / 180)
    var longitude = target
    var (s, c) = sineCosine(degrees: difference)
    for _ in 0..<20 {
      let x = second.cosine * s
      let y = first.cosine * second.sine - first.sine * second.cosine * c
      let sinArc = hypot(x, y)
      let cosArc = first.sine * second.sine + first.cosine * second.cosine * c
      // Zero between antipodes; between the poles only a trace of the meridians is left.
      guard sinArc > 1e-100 else { return nil }
      let sinEquator = first.cosine * x / sinArc
      let cosEquator = hypot(y, x * first.sine) / sinArc
      let arc = GeodesicArc(sinEquatorAzimuth: sinEquator, cosEquatorAzimuth: cosEquator)
      let firstArc = atan2(first.sine, y / sinArc * first.cosine)
      let lastArc = firstArc + atan2(sinArc, cosArc)
      let next = target + arc.longitudeExcess(from: firstArc, to: lastArc)
      guard abs(next) <= .pi else { return nil }
      // Six nanometres on the ground; each step reduces the error about 300-fold.
      if abs(next - longitude) < 1e-15 {
        return Geodesic(
          distance: arc.distance(from: firstArc, to: lastArc), initial: (x, y),
          final: (
            first.cosine * s, first.cosine * second.sine * c - first.sine * second.cosine
          ))
      }
      longitude = next
      (s, c) = (sin(next), cos(next))
    }
    return nil
  }

  /// Bisection on the initial azimuth, on which the longitude difference depends monotonically.
  private static func nearlyAntipodal(
    _ first: ReducedLatitude, _ second: ReducedLatitude, _ difference: Double
  ) -> Geodesic {
    // Canonical form: the start is in the south and nearer to a pole than the end.
    let swaps = abs(first.sine) < abs(second.sine)
    var (start, end) = swaps ? (second, first) : (first, second)
    let flips = start.sine >= 0
    if flips { (start.sine, end.sine) = (-start.sine, -end.sine + 0) }
    start.sine = -abs(start.sine)
    let target = abs(difference) * (.pi / 180)

    var (low, high) = (0.0, Double.pi)
    while true {
      let middle = (low + high) / 2
      if middle <= low || middle >= high { break }
      let trial = AntipodalTrial(start, end, azimuth: middle)
      if trial.longitude < target { low = middle } else { high = middle }
    }
    let found = AntipodalTrial(start, end, azimuth: high)
    var (initial, final) = (found.initial, found.final)
    if start.isPole {
      // Every azimuth reaches the other end's latitude; this one reaches its longitude.
      (initial, final) = (sineCosine(degrees: abs(difference)), (0, 1))
    }
    let eastSign = difference < 0 && difference > -180 ? -1.0 : 1.0
    let northSign = flips != swaps ? -1.0 : 1.0
    initial = (initial.sine * eastSign, initial.cosine * northSign)
    final = (final.sine * eastSign, final.cosine * northSign)
    return swaps
      ? Geodesic(distance: found.distance, initial: final, final: initial)
      : Geodesic(distance: found.distance, initial: initial, final: final)
  }
}
