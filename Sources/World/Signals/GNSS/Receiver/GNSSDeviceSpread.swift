import Glibc
import Kernel

/// Device spread: noise factors of one device, and factors of its reported uncertainties.
struct GNSSDeviceSpread: Sendable {
  /// Factors of code noise and Doppler noise.
  var code = 1.0
  var rate = 1.0
  /// Additional factors of the reported uncertainties.
  var codeReported = 1.0
  var rateReported = 1.0

  /// Creates a device without deviation from its class.
  init() {}

  /// Draws a device of its class; its code and Doppler noise are correlated.
  init(_ traits: GNSSReceiverParameters, _ stream: RandomStream) {
    var draw = stream
    let coarse = draw.gaussian()
    code = exp(traits.noiseSpread * coarse)
    rate = exp(traits.rateSpread * coarse)
    codeReported = exp(traits.boastSpread * draw.gaussian())
    rateReported = traits.rateBoast * exp(0.6 * traits.boastSpread * draw.gaussian())
  }
}
