public import Geometry
public import Maps
public import Observations

/// Everything of a place that sends signals a phone hears.
public struct Transmitters: Sendable {
  /// The beacons.
  public let beacons: [Beacon]
  /// The Wi-Fi access points.
  public let accessPoints: [AccessPoint]
  /// The cell sites.
  public let cellSites: [CellSite]

  /// Creates a set of transmitters.
  public init(
    beacons: [Beacon] = [], accessPoints: [AccessPoint] = [], cellSites: [CellSite] = []
  ) {
    self.beacons = beacons
    self.accessPoints = accessPoints
    self.cellSites = cellSites
  }

  /// Whether there is none.
  public var isEmpty: Bool { beacons.isEmpty && accessPoints.isEmpty && cellSites.isEmpty }
}

/// A Wi-Fi access point.
public struct AccessPoint: Hashable, Sendable {
  /// One of its radios, which may serve several networks.
  public struct Radio: Hashable, Sendable {
    /// The middle of its channel, in MHz.
    public let frequencyMegahertz: Double
    /// The power it radiates, in dBm (EIRP).
    public let powerDecibelMilliwatts: Double
    /// What it calls itself, once per network.
    public let networks: [Network]

    /// Creates a radio.
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
    /// The network's name.
    public let ssid: String

    /// Creates a network.
    public init(bssid: HardwareAddress, ssid: String) {
      self.bssid = bssid
      self.ssid = ssid
    }
  }

  /// The name, unique within the venue.
  public let name: String
  /// Where it is: metres east, north and up.
  public let position: Vec3
  /// The number of its level; nil outdoors.
  public let level: Int?
  /// Its radios.
  public let radios: [Radio]

  /// Creates an access point.
  public init(name: String, position: Vec3, level: Int?, radios: [Radio]) {
    self.name = name
    self.position = position
    self.level = level
    self.radios = radios
  }

  /// What its owner's register says of it: an entry for each of its addresses.
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
  /// One of its antennas.
  public struct Sector: Hashable, Sendable {
    /// The direction it radiates to, in radians anticlockwise from east; nil for all round.
    public let azimuthRadians: Double?
    /// Who it says it is.
    public let cellIdentity: Int64
    /// The physical cell identity.
    public let physicalIdentity: Int
    /// The channel number (EARFCN for LTE).
    public let channelNumber: Int

    /// Creates a sector.
    public init(
      azimuthRadians: Double?, cellIdentity: Int64, physicalIdentity: Int, channelNumber: Int
    ) {
      self.azimuthRadians = azimuthRadians
      self.cellIdentity = cellIdentity
      self.physicalIdentity = physicalIdentity
      self.channelNumber = channelNumber
    }
  }

  /// The name, unique within the venue.
  public let name: String
  /// Where its antennas are: metres east, north and up.
  public let position: Vec3
  /// The generation.
  public let technology: CellTechnology
  /// The mobile country, network and area codes.
  public let countryCode, networkCode, areaCode: Int
  /// The power a sector radiates, in dBm (EIRP).
  public let powerDecibelMilliwatts: Double
  /// The middle of its carrier, in MHz.
  public let frequencyMegahertz: Double
  /// Its antennas.
  public let sectors: [Sector]

  /// Creates a site.
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

/// A beacon that stands in a place.
public struct Beacon: Hashable, Sendable {
  /// The name in the venue's file.
  public let name: String
  /// Who it says it is.
  public let identity: BeaconIdentity
  /// Where it is: metres east, north and up.
  public let position: Vec3
  /// The number of its level; nil outdoors.
  public let level: Int?
  /// The power at 1 m that its frames claim, in dBm.
  public let measuredPowerDecibelMilliwatts: Double
  /// The power at 1 m that it truly has, in dBm.
  public let truePowerDecibelMilliwatts: Double
  /// The time between advertisements, without their random delay, in s.
  public let intervalSeconds: Double

  /// Creates a beacon.
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

  /// What its owner's register says of it.
  public var published: PublishedBeacon {
    PublishedBeacon(identity: identity, position: position, level: level)
  }
}
