import Geometry
import Glibc
import Kernel

/// Where somebody may be in a building: ``Particles``, which are weighed by what the phone hears.
///
/// What is the same for all, such as by how much the phone hears more than the surveyor's, is estimated
/// beside them.
struct IndoorFilter: Sendable {
  let parameters: IndoorLocator.Parameters
  let field: RadioField
  /// One standard deviation of single readings about the map, in dB²: access points, beacons.
  let readingVariances: (wifi: Float, beacon: Float)
  var particles: Particles
  /// How few senders are heard, from 0 for enough to 1 for hardly any: few have little in common, and
  /// none of them is outvoted.
  var sparsity = 0.0
  /// By how much readings of late fit worse than usual, as a mean square; 1 where they don't.
  var misfit = 1.0
  /// By how much the phone hears more than the survey's, in dB, and how sure that is, in dB².
  var wifiOffset = 0.0, wifiOffsetVariance: Double
  var beaconOffset = 0.0, beaconOffsetVariance: Double
  /// The survey's magnetic field, if it has one, and by how much the phone shows more than that.
  let magnetic: MagneticGrid?
  var magneticOffset: MagneticOffset
  /// What particles were last weighed by, access points first, to be taken back once it is better known.
  var weighed = [Weighed(), Weighed()]
  /// Room to reckon in: the sums of each particle, of each bin, and where those are.
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

  /// Turns logs of weights into those of weights that add up to 1, and resamples where few particles have
  /// most of the weight.
  mutating func normalise() {
    guard let from = particles.normalise() else { return }
    for kind in weighed.indices where !weighed[kind].heard.isEmpty {
      weighed[kind].logs = from.map { weighed[kind].logs[$0] }
    }
  }
}
