import Geometry
import Harness
import Maps
public import Observations

/// A kind of input of a stack.
public enum InputKind: String, CaseIterable, Comparable, Sendable {
  case satellites
  case wifi = "Wi-Fi"
  case beacons, cells, motion
  case magneticField = "magnetic field"
  case pressure = "air pressure"

  /// The kind of an observation; nil for events of apps and of the phone.
  init?(_ observation: Observation) {
    switch observation {
    case .gnss, .fix: self = .satellites
    case .wifi: self = .wifi
    case .beacon: self = .beacons
    case .cell: self = .cells
    case .accelerometer, .gyroscope: self = .motion
    case .magnetometer: self = .magneticField
    case .barometer: self = .pressure
    case .ephemeris, .power, .vehicle, .network, .download, .app, .boot: return nil
    }
  }

  public static func < (left: InputKind, right: InputKind) -> Bool {
    allCases.firstIndex(of: left) ?? 0 < allCases.firstIndex(of: right) ?? 0
  }
}

/// A transmitter whose signals a stack receives.
public enum SignalSource: Hashable, Comparable, Sendable {
  case satellite(SatelliteID)
  /// An access point, by the lowest address of its networks.
  case accessPoint(HardwareAddress)
  case beacon(BeaconIdentity)

  /// The kind of its signals.
  var kind: InputKind {
    switch self {
    case .satellite: .satellites
    case .accessPoint: .wifi
    case .beacon: .beacons
    }
  }
}

/// An input that a counterfactual replay leaves out.
public enum StackInput: Hashable, Comparable, Sendable {
  case kind(InputKind)
  case transmitter(SignalSource)

  /// True for a single transmitter.
  public var isTransmitter: Bool { if case .transmitter = self { true } else { false } }

  /// The kind of the input.
  public var kind: InputKind {
    switch self {
    case .kind(let kind): kind
    case .transmitter(let transmitter): transmitter.kind
    }
  }

  /// The rest of an observation without this input; nil if nothing is left.
  func rest(of observation: Observation, _ directory: TransmitterDirectory) -> Observation? {
    guard InputKind(observation) == kind, case .transmitter(let transmitter) = self else {
      return InputKind(observation) == kind ? nil : observation
    }
    switch (observation, transmitter) {
    case (.gnss(var epoch), .satellite(let satellite)):
      epoch.measurements.removeAll { $0.satellite == satellite }
      return .gnss(epoch)
    case (.wifi(var scan), .accessPoint(let address)):
      scan.readings.removeAll { directory.accessPoint(of: $0) == address }
      return .wifi(scan)
    case (.beacon(let advertisement), .beacon(let identity)):
      return advertisement.identity == identity ? nil : observation
    default: return observation
    }
  }
}

/// The transmitters of a venue: their names, their registered positions, and the networks of each.
public struct TransmitterDirectory: Sendable {
  /// A registered position: metres east and north in the frame of the venue, and the level's ordinal.
  struct Registration: Sendable {
    var coordinate: Coordinate
    var floor: Int?
  }

  private var owners: [HardwareAddress: HardwareAddress] = [:]
  private var names: [HardwareAddress: String]
  private var registered: [SignalSource: Registration] = [:]

  init(_ device: ReplayableDevice) {
    let map = device.map
    names = device.accessPoints
    func registration(_ position: Vec3, _ level: Int?) -> Registration? {
      guard let place = try? map.frame.geodetic(of: position) else { return nil }
      return Registration(
        coordinate: Coordinate(
          latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees),
        floor: map.ordinal(ofLevel: level))
    }
    for beacon in map.beacons {
      registered[.beacon(beacon.identity)] = registration(beacon.position, beacon.level)
    }
    // The radios and networks of an access point have addresses of their own, and one position.
    var first: [Vec3: HardwareAddress] = [:]
    for point in map.accessPoints.sorted(by: { $0.bssid < $1.bssid }) {
      let owner = first[point.position] ?? point.bssid
      first[point.position] = owner
      owners[point.bssid] = owner
      registered[.accessPoint(owner)] = registration(point.position, point.level)
    }
  }

  /// The access point of a reading.
  ///
  /// The last digit of the address, which differs between the networks of a radio, doesn't count for
  /// access points that aren't registered.
  func accessPoint(of reading: WiFiReading) -> HardwareAddress {
    owners[reading.bssid] ?? HardwareAddress(reading.bssid.value & ~0xF)
  }

  func registration(of transmitter: SignalSource) -> Registration? { registered[transmitter] }

  /// The name of an input in texts.
  public func name(of input: StackInput) -> String {
    switch input {
    case .kind(let kind): [.beacons, .cells].contains(kind) ? "all \(kind)" : kind.rawValue
    case .transmitter(.satellite(let satellite)):
      "satellite \(satellite.constellation.rawValue) \(satellite.number)"
    case .transmitter(.beacon(let beacon)): "beacon \(beacon.major)/\(beacon.minor)"
    case .transmitter(.accessPoint(let address)): "access point \(names[address] ?? "\(address)")"
    }
  }
}
