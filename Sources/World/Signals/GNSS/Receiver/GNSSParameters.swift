import Documents
public import Observations

/// The start mode of a receiver: its information at power-on.
public enum GNSSStart: String, CaseIterable, Sendable {
  /// No information.
  case cold
  /// Time, position and almanac.
  case warm
  /// Ephemerides, too.
  case hot
  /// A-GNSS: time to the second, position to the kilometre, and ephemerides from the network a little later.
  case assisted
}

/// A receiver class: antenna, noise and loops.
public enum GNSSReceiverKind: String, CaseIterable, Sendable {
  case phone
  /// A consumer module with a patch antenna.
  case module
  /// A surveying receiver with a choke ring antenna.
  case geodetic
}

/// Parameters of the GNSS receiver model; the defaults are realistic.
public struct GNSSParameters: SignalParameters {
  public var constellations: [Constellation] = [.gps, .glonass]
  public var receiver = GNSSReceiverKind.phone
  /// The start mode at the first power-on.
  public var start = GNSSStart.assisted
  /// True if acquisition and message decoding take time.
  public var acquisition = true
  /// True if buildings block satellites (NLOS).
  public var buildings = true
  /// True for multipath by facades and the ground.
  public var multipath = true
  /// True for diffuse scattering by facades, besides specular reflection.
  public var roughFacades = true
  /// True for diffraction over roofs and round corners.
  public var diffraction = true
  /// True for weak echoes from unmapped objects: cars, trees, poles, people.
  public var scatter = true
  /// True for cycle slips and code noise by fading while the antenna moves.
  public var fading = true
  /// True for vans and buses that block low satellites in streets and reflect others.
  public var vehicles = true
  /// True for losses of the carrier's body and of the vehicle.
  public var body = true
  /// True for the antenna pattern, which differs between phones.
  public var antenna = true
  public var ionosphere = true
  public var troposphere = true
  /// True for orbit and clock errors of the broadcast, and for inter-system and GLONASS channel biases.
  public var orbitErrors = true
  /// True for receiver clock bias and drift.
  public var receiverClock = true
  public var noise = true
  /// True if devices of a class differ in their noise, and in the error of the uncertainties they report.
  public var deviceSpread = true
  /// Early-late correlator spacing, in chips; nil for that of the receiver class.
  public var correlatorSpacingChips: Double?
  /// Noise bandwidth of the delay lock loop, in Hz; nil for that of the receiver class.
  public var loopBandwidthHertz: Double?
  /// Max distance of facades that reflect, in m.
  public var reachMetres = 150.0
  /// Reflection loss of a rough facade over a smooth one of its material, in dB.
  ///
  /// Fitted, as `facadeScatter`, to simulated twins of a drive through Berlin's Potsdamer Platz (smartLoc).
  public var facadeRoughnessDecibels = 0.5
  /// The fraction of power that facades scatter diffusely, including objects before them.
  ///
  /// Single walls scatter 0.04 to 0.36 (Degli-Esposti et al.; from memory).
  public var facadeScatter = 0.44
  /// Noise figure of the front end relative to the class, in dB.
  public var noiseFigureDecibels = 0.0
  /// Elevation mask, in rad; 5° is usual.
  public var maskRadians = 5 * Double.pi / 180
  /// Min C/N0 for tracking, in dB-Hz: 12 to 15 (van Diggelen, "A-GPS", 2009).
  public var trackingFloorDecibelHertz = 14.0
  /// Clock correction step, in s: the clock is reset by multiples of it; 0 for never.
  public var clockStepSeconds = 0.0
  /// Resolution of reported C/N0, in dB.
  public var strengthStepDecibels = 0.1
  /// Residual of the Klobuchar model, 1 sigma, as a fraction of the delay (RTKLIB's error factor).
  public var ionosphereErrorShare = 0.5
  /// Standard deviation of the zenith tropospheric delay, in m.
  ///
  /// The wet part has 0.1 to 0.3 (RTKLIB's error factor is 0.3).
  public var troposphereErrorMetres = 0.15
  /// Standard deviation of orbit and clock errors along the line of sight, in m: 0.8 and 0.8, an estimate.
  public var orbitErrorMetres = 1.1

  /// Creates realistic values.
  public init() {}

  /// Geometry alone, under an atmosphere equal to the receivers' correction models.
  ///
  /// Receivers always correct for the atmosphere, so that none at all would cause errors of metres.
  public static var ideal: GNSSParameters {
    var parameters = GNSSParameters()
    parameters.acquisition = false
    parameters.buildings = false
    parameters.multipath = false
    parameters.roughFacades = false
    parameters.deviceSpread = false
    parameters.diffraction = false
    parameters.scatter = false
    parameters.fading = false
    parameters.vehicles = false
    parameters.body = false
    parameters.antenna = false
    parameters.ionosphereErrorShare = 0
    parameters.troposphereErrorMetres = 0
    parameters.orbitErrors = false
    parameters.receiverClock = false
    parameters.noise = false
    return parameters
  }
}
