/// What a class of receivers has in common.
///
/// Strength is `horizon + rise · sin(elevation)^shape`. Fitted by eye to the logs of two phones of
/// 2016 (Google's gps-measurement-tools) and a Pixel 6 (gnss_lib_py): 25 dB-Hz below 20°, 36 above
/// 30°, few above 43; to a u-blox in Hong Kong (UrbanNav): 45.5 at 65°, 47 at 75°; and to the
/// reference station Esbjerg (EUREF): 35, 38, 42, 45.6, 48, 49.6, 50.6, 51 in bins of 10°.
struct GNSSReceiverTraits: Sendable {
  var horizon = 24.0
  var rise = 14.0
  var shape = 0.7
  /// The scatter among satellites by direction in the phone's axes, and among phones, in dB.
  var pattern = 3.0
  var deviceSpread = 1.5
  /// Early to late, in chips; loop bandwidth in Hz; the correlation time of noise in s.
  ///
  /// The phones' code noise was 3 and 5 m at 36 dB-Hz, 8 and 10 m at 28, with correlation of 0.2
  /// to 0.4 after a second; u-blox smooths by the carrier.
  var spacing = 1.0
  /// Below this, in dB-Hz, the loop is narrowed in proportion to the signal: their noise was 10 m at
  /// 24 dB-Hz and hardly more at 20.
  var narrowing = 28.0
  var bandwidth = 1.0
  var smoothing = 0.5
  /// The scattered field's strength, in dB-Hz: 1 dB of ripple at 36, 4 dB at 24 (same phones).
  var scatter = 20.0
  /// One standard deviation of the Doppler at 36 dB-Hz, in m/s (same phones: 0.025 and 0.08).
  var rateNoise = 0.045
  /// What the ground's echo loses in the antenna, in dB; estimates.
  var groundLoss = 6.0

  init(_ kind: GNSSReceiverKind) {
    switch kind {
    case .phone: break
    case .module:
      (horizon, rise, shape, pattern, deviceSpread) = (31, 17, 0.8, 1, 1)
      (spacing, bandwidth, smoothing) = (0.5, 0.02, 12)
      (scatter, rateNoise, groundLoss) = (24, 0.045, 12)
    case .geodetic:
      (horizon, rise, shape, pattern, deviceSpread) = (31, 21, 0.7, 0.7, 0.5)
      (spacing, bandwidth, smoothing) = (0.1, 0.05, 5)
      (scatter, rateNoise, groundLoss) = (12, 0.027, 25)
    }
  }
}
