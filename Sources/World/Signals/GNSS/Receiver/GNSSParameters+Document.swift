public import Documents
import Observations

extension GNSSParameters {
  /// Reads the keys of a mapping `gnss:`.
  public init(from object: inout ObjectReader) {
    self.init()
    readSwitches(from: &object)
    let systems = object.list(
      "constellations", of: .choice(Constellation.self), atMost: 6,
      "The systems received; by default GPS and GLONASS.")
    if !systems.isEmpty { constellations = systems }
    receiver = object.optional(
      "receiver", .choice(GNSSReceiverKind.self), default: receiver, "The class of receiver.")
    start = object.optional(
      "start", .choice(GNSSStart.self), default: start, "What is known when first switched on.")
    correlatorSpacingChips = object.optional(
      "correlator_spacing", .number(.between(0.05, 1)), "Early to late, in chips.")
    loopBandwidthHertz = object.optional(
      "loop_bandwidth", .quantity(.frequency, .between(0.001, 20)),
      "The delay loop's noise bandwidth.")
    reachMetres = object.optional(
      "reach", .quantity(.length, .between(0, 500)), default: reachMetres,
      "How far away a facade may be and still send an echo.")
    facadeRoughnessDecibels = object.optional(
      "facade_roughness", .quantity(.decibels, .between(0, 40)), default: facadeRoughnessDecibels,
      "What a rough facade loses beyond a smooth one.")
    facadeScatter = object.optional(
      "facade_scatter", .number(.between(0, 1)), default: facadeScatter,
      "The share of power that facades scatter all ways.")
    noiseFigureDecibels = object.optional(
      "noise_figure", .quantity(.decibels, .between(-10, 30)), default: noiseFigureDecibels,
      "By how much the front end is noisier than is usual for its class.")
    maskRadians = object.optional(
      "mask", .quantity(.angle, .between(0, 1.5)), default: maskRadians,
      "Satellites lower than this aren't used.")
    trackingFloorDecibelHertz = object.optional(
      "tracking_floor", .quantity(.carrierToNoiseDensity, .between(0, 60)),
      default: trackingFloorDecibelHertz, "Tracking ends below this strength.")
    clockStepSeconds = object.optional(
      "clock_step", .quantity(.time, .between(0, 1)), default: clockStepSeconds,
      "The clock is set right by whole multiples of this; 0 for never.")
    strengthStepDecibels = object.optional(
      "strength_step", .quantity(.decibels, .between(0.01, 10)), default: strengthStepDecibels,
      "The step in which strengths are told.")
    ionosphereErrorShare = object.optional(
      "ionosphere_error", .number(.between(0, 2)), default: ionosphereErrorShare,
      "The scatter of what the broadcast model leaves, as a share of the delay.")
    troposphereErrorMetres = object.optional(
      "troposphere_error", .quantity(.length, .between(0, 2)), default: troposphereErrorMetres,
      "The scatter of the troposphere's delay at the zenith.")
    orbitErrorMetres = object.optional(
      "orbit_error", .quantity(.length, .between(0, 100)), default: orbitErrorMetres,
      "The scatter of broadcast orbits and clocks along the line of sight.")
  }

  private mutating func readSwitches(from object: inout ObjectReader) {
    func read(_ key: String, _ value: inout Bool, _ description: String) {
      value = object.optional(key, .bool, default: value, description)
    }
    read("acquisition", &acquisition, "Finding satellites and reading messages takes its time.")
    read("buildings", &buildings, "Buildings stand in the way.")
    read("multipath", &multipath, "Facades and the ground send echoes.")
    read("rough_facades", &roughFacades, "Facades scatter signals, too, where they don't mirror.")
    read("diffraction", &diffraction, "Signals bend over roofs and round corners.")
    read("scatter", &scatter, "Weak echoes from what no map has.")
    read("fading", &fading, "Carriers slip and codes are restless on the way among echoes.")
    read("vehicles", &vehicles, "Vans and buses beside the antenna in streets.")
    read("body", &body, "The bearer's body and the vehicle are in the way.")
    read("antenna", &antenna, "The antenna prefers some directions.")
    read("ionosphere", &ionosphere, "The ionosphere delays signals.")
    read("troposphere", &troposphere, "The troposphere delays signals.")
    read("orbit_errors", &orbitErrors, "Broadcast orbits and clocks err; systems are offset.")
    read("receiver_clock", &receiverClock, "The receiver's clock is off and wanders.")
    read("noise", &noise, "Thermal noise.")
    read(
      "device_spread", &deviceSpread, "Devices of a class differ in noise, and in what they tell.")
  }
}
