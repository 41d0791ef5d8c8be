/// Properties of a receiver class: C/N0 by elevation, loops, noise, and spread between devices.
///
/// C/N0 is `zenith - drop · (1 - sin(elevation))^1.5`: flat near the zenith and steep below, as patches and
/// choke rings are; phones have the square, which is still flatter and steeper. Fitted by eye to the logs
/// of two phones of 2016 (Google's gps-measurement-tools) and a Pixel 6 (gnss_lib_py): 25 dB-Hz below 20°,
/// 36 above 45°; to a u-blox in Hong Kong (UrbanNav) and one on a car (gps-measurement-tools, F9K): 35 at
/// 10°, 41 at 35°, 45 to 46 from 45° on; and to the reference station Esbjerg (EUREF): 35, 38, 42.5, 45.75,
/// 48, 49.75, 50.5, 51 in bins of 10°.
struct GNSSReceiverParameters: Sendable {
  var zenith = 37.0
  var drop = 18.0
  /// True for an exponent of 2 instead of 1.5.
  var isSquare = true
  /// Standard deviations of the antenna pattern over directions, and of the device offset, in dB.
  var pattern = 3.0
  var deviceSpread = 1.5
  /// Early-late spacing in chips, loop bandwidth at 36 dB-Hz in Hz, and correlation time of noise in s.
  ///
  /// The phones' code noise from second to second was 3.1 and 4.4 m at 36 dB-Hz, twice that for GLONASS, with
  /// a correlation of 0.1 to 0.3 after a second; u-blox smooths by the carrier.
  var spacing = 1.0
  var bandwidth = 1.4
  var smoothing = 0.5
  /// Exponent of the loop's narrowing for weak signals: its noise is thermal noise to the power of 1 - this.
  ///
  /// From 36 to 24 dB-Hz the phones' noise grew by 2.8, thermal noise in a fixed loop by 4.7. A filter that
  /// weighs dynamics against noise grows by its fourth root to its 3/8th power (Kalman filters of one and
  /// two states), that is by 2.2 to 3.2.
  var narrowing = 1.0 / 3
  /// Standard deviations between devices of the logarithms of code noise and of Doppler noise.
  ///
  /// The two phones differed by 1.5 and 2; those of other classes differ by less, an estimate.
  var noiseSpread = 0.25
  var rateSpread = 0.3
  /// Reported over true sigma: the median for Doppler, and the logarithmic spread for both.
  ///
  /// One phone reported 1.3 to 1.9 times its code noise, the other half; 1.6 and 3 times for Doppler.
  var rateBoast = 1.0
  var boastSpread = 0.0
  /// Power of the scattered field, in dB-Hz: 1 dB of ripple at 36, 4 dB at 24 (same phones).
  var scatter = 20.0
  /// Standard deviation of Doppler at 36 dB-Hz, in m/s (same phones: 0.04 and 0.08).
  var rateNoise = 0.05
  /// Antenna loss of the ground reflection, in dB; estimates.
  var groundLoss = 6.0
  /// Min reported C/N0, in dB-Hz: 1 % of a u-blox's in Berlin were below 21.
  var floor = 0.0
  /// C/N0 thresholds of a phase loop to begin and to end the carrier, in dB-Hz; 0 for none.
  ///
  /// A u-blox at rest (Hong Kong, GraphGNSSLib) without a carrier one second ago reports it in half of the
  /// seconds at 31.4 dB-Hz, with a carrier at 29.9, either within 1.2 dB; GLONASS 1.1 dB later.
  var carrierFrom = 0.0
  var carrierTo = 0.0
  var carrierScatter = 1.2
  var carrierGlonass = 1.1
  /// Extra loss of GLONASS in the receiver, in dB.
  ///
  /// The strongest tenth of a u-blox on the first half of that drive was at 45 dB-Hz, for GPS at 50.
  var glonassLoss = 0.0

  init(_ kind: GNSSReceiverKind) {
    switch kind {
    case .phone: (rateBoast, boastSpread) = (2, 0.5)
    case .module:
      (zenith, drop, isSquare, pattern, deviceSpread) = (46.5, 13, false, 1, 1)
      (spacing, bandwidth, smoothing, narrowing) = (0.5, 0.12, 16, 0)
      (scatter, rateNoise, groundLoss) = (24, 0.06, 12)
      (noiseSpread, rateSpread) = (0.15, 0.15)
      (floor, glonassLoss) = (20, 4)
      (carrierFrom, carrierTo) = (31.4, 29.9)
    case .geodetic:
      (zenith, drop, isSquare, pattern, deviceSpread) = (51.2, 18.8, false, 0.7, 0.5)
      (spacing, bandwidth, smoothing, narrowing) = (0.1, 0.09, 5, 0)
      (scatter, rateNoise, groundLoss) = (6, 0.027, 25)
      (noiseSpread, rateSpread) = (0.1, 0.1)
    }
  }
}
