import Documents
public import Observations

/// What a receiver knows when it is switched on.
public enum GNSSStart: String, CaseIterable, Sendable {
  /// Nothing.
  case cold
  /// Time, place and almanac.
  case warm
  /// Ephemerides too.
  case hot
  /// Time and place to the second and the kilometre, and ephemerides from the network a little later.
  case assisted
}

/// A class of receivers: antenna, noise and loops.
public enum GNSSReceiverKind: String, CaseIterable, Sendable {
  case phone
  /// A consumer module with a patch antenna.
  case module
  /// A surveyor's receiver with a choke ring.
  case geodetic
}

/// How the model of a satellite receiver behaves; the defaults are as in nature.
public struct GNSSParameters: SignalParameters {
  /// The systems that are received.
  public var constellations: [Constellation] = [.gps, .glonass]
  /// The class of receiver.
  public var receiver = GNSSReceiverKind.phone
  /// What it knows when it is first switched on.
  public var start = GNSSStart.assisted
  /// Whether finding satellites and reading their messages takes its time.
  public var acquisition = true
  /// Whether buildings stand in the way of satellites.
  public var buildings = true
  /// Whether facades and the ground send echoes.
  public var multipath = true
  /// Whether facades scatter satellites' signals all ways, too, where they don't mirror them.
  public var roughFacades = true
  /// Whether signals bend over roofs and round corners.
  public var diffraction = true
  /// Whether there are weak echoes from what no map has: cars, trees, poles, people.
  public var scatter = true
  /// Whether carriers slip and codes are restless while an antenna moves among echoes.
  public var fading = true
  /// Whether vans and buses beside the antenna hide low satellites in streets and mirror others.
  public var vehicles = true
  /// Whether the body of the bearer and the vehicle are in the way.
  public var body = true
  /// Whether the antenna prefers some directions, differently in each phone.
  public var antenna = true
  /// Whether the ionosphere delays signals.
  public var ionosphere = true
  /// Whether the troposphere delays signals.
  public var troposphere = true
  /// Whether broadcast orbits and clocks err, and channels of GLONASS and systems are offset.
  public var orbitErrors = true
  /// Whether the receiver's clock is off and wanders.
  public var receiverClock = true
  /// Whether there is thermal noise.
  public var noise = true
  /// Whether devices of a class differ in their noise, and misjudge it in what they tell.
  public var deviceSpread = true
  /// Early to late, in chips; nil for what the class of receiver has.
  public var correlatorSpacingChips: Double?
  /// The delay loop's noise bandwidth, in Hz; nil for what the class of receiver has.
  public var loopBandwidthHertz: Double?
  /// How far away a facade may be and still send an echo, in m.
  public var reachMetres = 150.0
  /// What a rough facade loses beyond a smooth one of its material, in dB.
  ///
  /// Fitted to twins of a drive through Berlin's Potsdamer Platz (smartLoc), as the next one is.
  public var facadeRoughnessDecibels = 0.5
  /// The share of power that facades scatter all ways, with whatever stands before them.
  ///
  /// Single walls scatter 0.04 to 0.36 (Degli-Esposti et al.; from memory).
  public var facadeScatter = 0.44
  /// By how much the front end is noisier than that of the class, in dB.
  public var noiseFigureDecibels = 0.0
  /// Satellites lower than this aren't used, in rad; a usual mask of 5°.
  public var maskRadians = 5 * Double.pi / 180
  /// Tracking ends below this strength, in dB-Hz: 12 to 15 (van Diggelen, "A-GPS", 2009).
  public var trackingFloorDecibelHertz = 14.0
  /// The clock is set right by whole multiples of this, in s; 0 for never.
  public var clockStepSeconds = 0.0
  /// The step in which strengths are told, in dB.
  public var strengthStepDecibels = 0.1
  /// The scatter of what Klobuchar's model leaves, as a share of the delay (RTKLIB's error factor).
  public var ionosphereErrorShare = 0.5
  /// The scatter of the troposphere's delay at the zenith, in m: the wet part has 0.1 to 0.3 (RTKLIB's error
  /// factor is 0.3).
  public var troposphereErrorMetres = 0.15
  /// The scatter of orbit and clock errors along the line of sight, in m: 0.8 and 0.8, an estimate.
  public var orbitErrorMetres = 1.1

  /// Creates parameters that are as in nature.
  public init() {}

  /// Geometry, under an atmosphere that is just as receivers take it to be.
  ///
  /// Receivers correct for the air whatever is said of it, so that none at all would put them wrong by metres.
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
