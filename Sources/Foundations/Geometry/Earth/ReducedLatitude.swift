import Glibc

/// Reduced latitude: the latitude on the auxiliary sphere.
struct ReducedLatitude {
  var sine: Double
  var cosine: Double

  init(degrees: Double) {
    let (s, c) = sineCosine(degrees: degrees)
    let scaled = (1 - WGS84.flattening) * s
    let norm = hypot(scaled, c)
    sine = scaled / norm
    // A pole keeps a trace of its meridian, so that azimuths there are defined.
    cosine = max(c / norm, Self.poleCosine)
  }

  var isPole: Bool { cosine == Self.poleCosine }

  private static let poleCosine = 1e-150
}

/// The geodesic from a southern point at a given azimuth to another latitude.
struct AntipodalTrial {
  let initial: (sine: Double, cosine: Double)
  let final: (sine: Double, cosine: Double)
  let arc: GeodesicArc
  let firstArc: Double
  let lastArc: Double
  /// The longitude difference reached, in radians.
  let longitude: Double

  /// The length in metres.
  var distance: Double { arc.distance(from: firstArc, to: lastArc) }

  /// Follows a geodesic (Karney 2013, equations 45 and 46 and section 4).
  ///
  /// - Parameters:
  ///   - start: A latitude from -90 to 0 degrees.
  ///   - end: A latitude no nearer to a pole than `start`.
  ///   - azimuth: In radians, from 0 to pi.
  init(_ start: ReducedLatitude, _ end: ReducedLatitude, azimuth: Double) {
    let (s, c) = (sin(azimuth), cos(azimuth))
    initial = (s, c)
    let sinEquator = s * start.cosine
    let arc = GeodesicArc(
      sinEquatorAzimuth: sinEquator, cosEquatorAzimuth: hypot(c, s * start.sine))
    // Uses the difference of squares that cancels least.
    let excess =
      start.cosine < -start.sine
      ? (end.cosine - start.cosine) * (end.cosine + start.cosine)
      : (start.sine - end.sine) * (start.sine + end.sine)
    let isLevel = end.cosine == start.cosine && abs(end.sine) == -start.sine
    let northward = (c * start.cosine) * (c * start.cosine) + max(excess, 0)
    let finalCosine = isLevel ? abs(c) : northward.squareRoot() / end.cosine
    let finalSine = end.cosine == start.cosine ? s : sinEquator / end.cosine
    final = (finalSine, finalCosine)

    let (x1, y1) = (c * start.cosine, start.sine)
    let (x2, y2) = (finalCosine * end.cosine, end.sine)
    firstArc = atan2(y1, x1)
    lastArc = firstArc + atan2(max(0, x1 * y2 - y1 * x2), x1 * x2 + y1 * y2)
    let (w1, w2) = (sinEquator * start.sine, sinEquator * end.sine)
    let spherical = atan2(max(0, x1 * w2 - w1 * x2), x1 * x2 + w1 * w2)
    longitude = spherical - arc.longitudeExcess(from: firstArc, to: lastArc)
    self.arc = arc
  }
}
