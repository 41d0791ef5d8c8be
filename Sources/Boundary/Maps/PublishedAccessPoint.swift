public import Geometry
public import Observations

/// One address of a Wi-Fi access point in its owner's register.
///
/// The register is a survey: it doesn't follow what is moved, replaced or switched off later, and
/// it doesn't know the connections that people share from their phones.
public struct PublishedAccessPoint: Hashable, Sendable {
  /// The address; an access point has one for each network on each of its radios.
  public let bssid: HardwareAddress
  /// Where the access point is: metres east, north and up in the place's frame.
  public let position: Vec3
  /// The number of its level in the map; nil outdoors.
  public let level: Int?
  /// The middle of its channel, in MHz.
  public let frequencyMegahertz: Double

  /// Creates an entry.
  public init(bssid: HardwareAddress, position: Vec3, level: Int?, frequencyMegahertz: Double) {
    self.bssid = bssid
    self.position = position
    self.level = level
    self.frequencyMegahertz = frequencyMegahertz
  }
}
