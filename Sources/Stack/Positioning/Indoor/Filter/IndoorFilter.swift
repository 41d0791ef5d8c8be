import Geometry
import Glibc
import Kernel

/// Indoor particle filter: ``Particles`` weighted by radio levels and the magnetic field.
///
/// Quantities common to all particles, such as the RSSI offset of the phone, are estimated once by
/// scalar Kalman filters.
struct IndoorFilter: Sendable {
  let parameters: IndoorLocator.Parameters
  let field: RadioField
  /// Variance of single readings about the map, in dB²: access points, beacons.
  let readingVariances: (wifi: Float, beacon: Float)
  var particles: Particles
  /// Sparsity of received transmitters, from 0 for enough to 1 for hardly any.
  ///
  /// Few transmitters are nearly independent, and outliers among them cannot be detected.
  var sparsity = 0.0
  /// Recent misfit of readings relative to the usual, as a mean square; 1 for none.
  var misfit = 1.0
  /// RSSI offsets of the phone to the survey, in dB, with variances in dB².
  var wifiOffset = 0.0, wifiOffsetVariance: Double
  var beaconOffset = 0.0, beaconOffsetVariance: Double
  /// Magnetic field map of the survey, if any, and the phone's magnetometer bias.
  let magnetic: MagneticGrid?
  var magneticOffset: MagneticOffset
  /// Last weightings, access points first; removed when better means of the same spot are known.
  var weighed = [Weighed(), Weighed()]
  /// Scratch: sums of each particle and of each bin, and the bins.
  var sums: [RadioSums]
  var binSums: [RadioSums]
  var bins: ParticleBins

  init(
    plan: IndoorPlan, field: RadioField, magnetic: MagneticGrid?,
    noise: (wifi: Double, beacon: Double), parameters: IndoorLocator.Parameters
  ) {
    self.parameters = parameters
    self.field = field
    self.magnetic = magnetic
    magneticOffset = MagneticOffset(parameters.magneticField)
    readingVariances = (Float(noise.wifi * noise.wifi), Float(noise.beacon * noise.beacon))
    wifiOffsetVariance = parameters.radio.firstOffsetVariance
    beaconOffsetVariance = parameters.radio.firstOffsetVariance
    particles = Particles(on: plan, parameters)
    sums = [RadioSums](repeating: RadioSums(), count: particles.facings.count)
    binSums = []
    bins = ParticleBins(
      particles.count, planes: plan.planes.count, size: parameters.radio.binSize)
  }

  var plan: IndoorPlan { particles.plan }

  /// Normalises the log weights, and resamples if the effective sample size is low.
  mutating func normalise() {
    guard let from = particles.normalise() else { return }
    for kind in weighed.indices where !weighed[kind].received.isEmpty {
      weighed[kind].logs = from.map { weighed[kind].logs[$0] }
    }
  }
}
