public import Geometry
public import Maps
public import Observations

/// The radio transmitters of a venue that a phone can receive.
public struct Transmitters: Sendable {
  public let beacons: [Beacon]
  public let accessPoints: [AccessPoint]
  public let cellSites: [CellSite]

  public init(
    beacons: [Beacon] = [], accessPoints: [AccessPoint] = [], cellSites: [CellSite] = []
  ) {
    self.beacons = beacons
    self.accessPoints = accessPoints
    self.cellSites = cellSites
  }

  public var isEmpty: Bool { beacons.isEmpty && accessPoints.isEmpty && cellSites.isEmpty }
}

/// A Wi-Fi access point.
public struct AccessPoint: Hashable, Sendable {
  /// A radio of an access point, which may serve several networks.
  public struct Radio: Hashable, Sendable {
    /// The centre frequency of its channel, in MHz.
    public let frequencyMegahertz: Double
    /// The radiated power, in dBm (EIRP).
    public let powerDecibelMilliwatts: Double
    /// The networks of the radio.
    public let networks: [Network]

    public init(
      frequencyMegahertz: Double, powerDecibelMilliwatts: Double, networks: [Network]
    ) {
      self.frequencyMegahertz = frequencyMegahertz
      self.powerDecibelMilliwatts = powerDecibelMilliwatts
      self.networks = networks
    }
  }

  /// A network that a radio serves.
  public struct Network: Hashable, Sendable {
    /// The address that identifies radio and network.
    public let bssid: HardwareAddress
    public let ssid: String

    public init(bssid: HardwareAddress, ssid: String) {
      self.bssid = bssid
      self.ssid = ssid
    }
  }

  /// Unique within the venue.
  public let name: String
  /// Position in metres east, north and up.
  public let position: Vec3
  /// The index of its level; nil outdoors.
  public let level: Int?
  public let radios: [Radio]

  public init(name: String, position: Vec3, level: Int?, radios: [Radio]) {
    self.name = name
    self.position = position
    self.level = level
    self.radios = radios
  }

  /// Its entries in the owner's register, one for each of its addresses.
  public var published: [PublishedAccessPoint] {
    radios.flatMap { radio in
      radio.networks.map { network in
        PublishedAccessPoint(
          bssid: network.bssid, position: position, level: level,
          frequencyMegahertz: radio.frequencyMegahertz)
      }
    }
  }
}

/// A cell site: a mast or a small cell with its sectors.
public struct CellSite: Hashable, Sendable {
  /// An antenna of a cell site.
  public struct Sector: Hashable, Sendable {
    /// The azimuth, in radians anticlockwise from east; nil for an omnidirectional antenna.
    public let azimuthRadians: Double?
    /// The advertised cell identity.
    public let cellIdentity: Int64
    /// The physical cell identity (PCI).
    public let physicalIdentity: Int
    /// The channel number (EARFCN for LTE).
    public let channelNumber: Int

    public init(
      azimuthRadians: Double?, cellIdentity: Int64, physicalIdentity: Int, channelNumber: Int
    ) {
      self.azimuthRadians = azimuthRadians
      self.cellIdentity = cellIdentity
      self.physicalIdentity = physicalIdentity
      self.channelNumber = channelNumber
    }
  }

  /// Unique within the venue.
  public let name: String
  /// Position of the antennas: metres east, north and up.
  public let position: Vec3
  /// The radio access technology.
  public let technology: CellTechnology
  /// The mobile country, network and area codes.
  public let countryCode, networkCode, areaCode: Int
  /// The radiated power of a sector, in dBm (EIRP).
  public let powerDecibelMilliwatts: Double
  /// The centre of its carrier, in MHz.
  public let frequencyMegahertz: Double
  public let sectors: [Sector]

  public init(
    name: String, position: Vec3, technology: CellTechnology, countryCode: Int, networkCode: Int,
    areaCode: Int, powerDecibelMilliwatts: Double, frequencyMegahertz: Double, sectors: [Sector]
  ) {
    self.name = name
    self.position = position
    self.technology = technology
    self.countryCode = countryCode
    self.networkCode = networkCode
    self.areaCode = areaCode
    self.powerDecibelMilliwatts = powerDecibelMilliwatts
    self.frequencyMegahertz = frequencyMegahertz
    self.sectors = sectors
  }
}

/// A Bluetooth beacon installed in a venue.
public struct Beacon: Hashable, Sendable {
  /// The name in the venue file.
  public let name: String
  /// The advertised identity.
  public let identity: BeaconIdentity
  /// Position in metres east, north and up.
  public let position: Vec3
  /// The index of its level; nil outdoors.
  public let level: Int?
  /// The advertised power at 1 m, in dBm.
  public let measuredPowerDecibelMilliwatts: Double
  /// The true power at 1 m, in dBm.
  public let truePowerDecibelMilliwatts: Double
  /// The advertising interval, without the random delay, in s.
  public let intervalSeconds: Double

  public init(
    name: String, identity: BeaconIdentity, position: Vec3, level: Int?,
    measuredPowerDecibelMilliwatts: Double, truePowerDecibelMilliwatts: Double,
    intervalSeconds: Double
  ) {
    self.name = name
    self.identity = identity
    self.position = position
    self.level = level
    self.measuredPowerDecibelMilliwatts = measuredPowerDecibelMilliwatts
    self.truePowerDecibelMilliwatts = truePowerDecibelMilliwatts
    self.intervalSeconds = intervalSeconds
  }

  /// Its entry in the owner's register.
  public var published: PublishedBeacon {
    PublishedBeacon(identity: identity, position: position, level: level)
  }
}
