import Truth

/// Body shadowing of Wi-Fi signals: one loss of the mean power.
///
/// Beacons have ``BodyShadow``, which treats the direct ray and the scattered ones separately, since
/// their narrow channels fade by the ratio of the two. Wi-Fi's 20 MHz average over that, so that one
/// smaller loss of the mean power remains, measured on walks there and back.
struct WiFiBodyShadow: Sendable {
  /// The ratio of the loss at 5 GHz to that at 2.4 GHz.
  ///
  /// From walks along one line in the same and in the opposite direction (Indoor Location Competition 2.0).
  private static let riseAt5GHz = 1.6
  /// Loss of cloth and the hip beside the phone, in dB at 2.4 GHz; estimates in the middle of 3 to 6.
  private static let pocketDecibels = 4.0, bagDecibels = 2.0

  /// The loss, in dB.
  ///
  /// - Parameters:
  ///   - behind: The loss from straight behind a phone held in front, at 2.4 GHz.
  ///   - cosine: The cosine of the angle between the carrier's heading and the transmitter.
  ///   - placement: The phone's placement.
  ///   - is2GHz: True for a signal at 2.4 GHz.
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
