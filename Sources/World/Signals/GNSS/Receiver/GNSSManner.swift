import Glibc
import Kernel

/// How one device's noise, and what it tells of it, differ from its class's.
struct GNSSManner: Sendable {
  /// By what code and Doppler noise are multiplied.
  var code = 1.0
  var rate = 1.0
  /// By what the told uncertainties are multiplied besides.
  var codeTold = 1.0
  var rateTold = 1.0

  /// As the class is.
  init() {}

  /// A device drawn from its class: what is noisy in one way is so in the other.
  init(_ traits: GNSSReceiverTraits, _ stream: RandomStream) {
    var draw = stream
    let coarse = draw.gaussian()
    code = exp(traits.noiseSpread * coarse)
    rate = exp(traits.rateSpread * coarse)
    codeTold = exp(traits.boastSpread * draw.gaussian())
    rateTold = traits.rateBoast * exp(0.6 * traits.boastSpread * draw.gaussian())
  }
}
