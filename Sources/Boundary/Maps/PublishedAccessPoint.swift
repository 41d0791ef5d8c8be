public import Geometry
public import Observations

/// One BSSID of a Wi-Fi access point, as its owner's register lists it.
///
/// The register is a survey: it does not follow access points that are moved, replaced or switched
/// off later, and it does not hold the hotspots of phones.
public struct PublishedAccessPoint: Hashable, Sendable {
  /// An access point has one address for each network on each of its radios.
  public let bssid: HardwareAddress
  /// The surveyed position: metres east, north and up in the frame of the venue.
  public let position: Vec3
  /// The index of the level in the map; nil outdoors.
  public let level: Int?
  /// The centre frequency of its channel, in MHz.
  public let frequencyMegahertz: Double

  public init(bssid: HardwareAddress, position: Vec3, level: Int?, frequencyMegahertz: Double) {
    self.bssid = bssid
    self.position = position
    self.level = level
    self.frequencyMegahertz = frequencyMegahertz
  }
}
