import Truth

/// What the bearer's body takes from the whole of a Wi-Fi signal.
///
/// Beacons have ``BodyShadow``, which treats the direct ray and the scattered ones apart, since their
/// narrow channels fade by the ratio of the two. Wi-Fi's 20 MHz average over that, so that one
/// smaller loss of the mean power, measured on walks there and back, is all that is left.
struct WiFiBodyShadow: Sendable {
  /// How much more it takes at 5 GHz than at 2.4 GHz.
  ///
  /// By walks along one line the same and the other way (Indoor Location Competition 2.0).
  private static let riseAt5GHz = 1.6
  /// Cloth and the hip beside the phone, in dB at 2.4 GHz; estimates in the middle of 3 to 6.
  private static let pocketDecibels = 4.0, bagDecibels = 2.0

  /// The loss, in dB.
  ///
  /// - Parameters:
  ///   - behind: The loss of what comes from straight behind a phone held in front, at 2.4 GHz.
  ///   - cosine: Of the angle between where the bearer looks and the transmitter.
  ///   - placement: Where the phone is carried.
  ///   - is2GHz: Whether the signal is at 2.4 GHz.
  /// - Returns: The loss.
  static func decibels(
    behind: Double, cosine: Double, placement: Placement, is2GHz: Bool
  ) -> Double {
    guard behind > 0 else { return 0 }
    let ratio = is2GHz ? 1 : riseAt5GHz
    switch placement {
    case .handTexting, .waist: return ratio * behind * max(0, -cosine)
    case .handSwinging, .upperArm: return ratio * behind * 0.5 * (1 - cosine) * 0.7
    case .frontPocket: return ratio * (behind * max(0, -cosine) + pocketDecibels)
    case .backPocket: return ratio * (behind * max(0, cosine) + pocketDecibels)
    case .bag: return ratio * (behind * 0.5 + bagDecibels)
    case .table, .dash, .cupHolder, .mount, .roof: return 0
    }
  }
}
