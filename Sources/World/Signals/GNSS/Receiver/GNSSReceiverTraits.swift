/// What a class of receivers has in common, and by how much its members differ.
///
/// Strength is `zenith - drop · (1 - sin(elevation))^1.5`: flat at the top, steep below, as patches and
/// choke rings are; phones' with the square, which is flatter and steeper still. Fitted by eye to the
/// logs of two phones of 2016 (Google's gps-measurement-tools) and
/// a Pixel 6 (gnss_lib_py): 25 dB-Hz below 20°, 36 above 45°; to a u-blox in Hong Kong (UrbanNav) and
/// one on a car (gps-measurement-tools, F9K): 35 at 10°, 41 at 35°, 45 to 46 from 45° on; and to the
/// reference station Esbjerg (EUREF): 35, 38, 42.5, 45.75, 48, 49.75, 50.5, 51 in bins of 10°.
struct GNSSReceiverTraits: Sendable {
  var zenith = 37.0
  var drop = 18.0
  /// Whether the drop goes by the square.
  var isSquare = true
  /// The scatter among satellites by direction in the phone's axes, and among phones, in dB.
  var pattern = 3.0
  var deviceSpread = 1.5
  /// Early to late, in chips; loop bandwidth at 36 dB-Hz in Hz; the correlation time of noise in s.
  ///
  /// The phones' code noise from second to second was 3.1 and 4.4 m at 36 dB-Hz, twice that for
  /// GLONASS, with correlation of 0.1 to 0.3 after a second; u-blox smooths by the carrier.
  var spacing = 1.0
  var bandwidth = 1.4
  var smoothing = 0.5
  /// How the loop is narrowed for weak signals: its noise is thermal noise to the power of 1 - this.
  ///
  /// From 36 to 24 dB-Hz the phones' noise grew by 2.8, thermal noise in a fixed loop by 4.7. A filter
  /// that weighs dynamics against noise grows by its fourth root to its 3/8th power (Kalman filters of
  /// one and two states), that is by 2.2 to 3.2.
  var narrowing = 1.0 / 3
  /// The scatter among devices of the logarithm of code noise and of Doppler noise.
  ///
  /// The two phones differed by 1.5 and 2; those of other classes by less, an estimate.
  var noiseSpread = 0.25
  var rateSpread = 0.3
  /// What a device tells of its noise beyond what it is: the median of the Doppler's, the spread of both.
  ///
  /// One phone told 1.3 to 1.9 times its code noise, the other half; 1.6 and 3 times the Doppler's.
  var rateBoast = 1.0
  var boastSpread = 0.0
  /// The scattered field's strength, in dB-Hz: 1 dB of ripple at 36, 4 dB at 24 (same phones).
  var scatter = 20.0
  /// One standard deviation of the Doppler at 36 dB-Hz, in m/s (same phones: 0.04 and 0.08).
  var rateNoise = 0.05
  /// What the ground's echo loses in the antenna, in dB; estimates.
  var groundLoss = 6.0
  /// No signal weaker than this is told, in dB-Hz: 1 % of a u-blox's in Berlin were below 21.
  var floor = 0.0
  /// From what strength on a phase loop takes a carrier up, and below which it lets it go, in dB-Hz; 0 where
  /// it tries at any.
  ///
  /// A u-blox at rest (Hong Kong, GraphGNSSLib) that told no carrier a second ago tells it in half of the
  /// seconds at 31.4 dB-Hz, one that did at 29.9, either within 1.2 dB; GLONASS's 1.1 dB later.
  var carrierFrom = 0.0
  var carrierTo = 0.0
  var carrierScatter = 1.2
  var carrierGlonass = 1.1
  /// By how much GLONASS is heard weaker than its signal is, in dB: a u-blox's strongest tenth on the
  /// first half of that drive was at 45 dB-Hz, that of GPS at 50.
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
