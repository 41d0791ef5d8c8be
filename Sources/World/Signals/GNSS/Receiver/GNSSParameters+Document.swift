public import Documents
import Observations

extension GNSSParameters {
  public init(from object: inout ObjectReader) {
    self.init()
    readSwitches(from: &object)
    let systems = object.list(
      "constellations", of: .choice(Constellation.self), atMost: 6,
      "Received constellations; by default GPS and GLONASS.")
    if !systems.isEmpty { constellations = systems }
    receiver = object.optional(
      "receiver", .choice(GNSSReceiverKind.self), default: receiver, "Receiver class.")
    start = object.optional(
      "start", .choice(GNSSStart.self), default: start, "Start mode at the first power-on.")
    correlatorSpacingChips = object.optional(
      "correlator_spacing", .number(.between(0.05, 1)), "Early-late correlator spacing, in chips.")
    loopBandwidthHertz = object.optional(
      "loop_bandwidth", .quantity(.frequency, .between(0.001, 20)),
      "Noise bandwidth of the delay lock loop.")
    reachMetres = object.optional(
      "reach", .quantity(.length, .between(0, 500)), default: reachMetres,
      "Max distance of facades that reflect.")
    facadeRoughnessDecibels = object.optional(
      "facade_roughness", .quantity(.decibels, .between(0, 40)), default: facadeRoughnessDecibels,
      "Reflection loss of a rough facade over a smooth one.")
    facadeScatter = object.optional(
      "facade_scatter", .number(.between(0, 1)), default: facadeScatter,
      "Fraction of power that facades scatter diffusely.")
    noiseFigureDecibels = object.optional(
      "noise_figure", .quantity(.decibels, .between(-10, 30)), default: noiseFigureDecibels,
      "Noise figure of the front end, relative to its class.")
    maskRadians = object.optional(
      "mask", .quantity(.angle, .between(0, 1.5)), default: maskRadians,
      "Elevation mask.")
    trackingFloorDecibelHertz = object.optional(
      "tracking_floor", .quantity(.carrierToNoiseDensity, .between(0, 60)),
      default: trackingFloorDecibelHertz, "Min C/N0 for tracking.")
    clockStepSeconds = object.optional(
      "clock_step", .quantity(.time, .between(0, 1)), default: clockStepSeconds,
      "Clock correction step: the clock is reset by multiples of it; 0 for never.")
    strengthStepDecibels = object.optional(
      "strength_step", .quantity(.decibels, .between(0.01, 10)), default: strengthStepDecibels,
      "Resolution of reported C/N0.")
    ionosphereErrorShare = object.optional(
      "ionosphere_error", .number(.between(0, 2)), default: ionosphereErrorShare,
      "Residual of the broadcast ionosphere model, 1 sigma, as a fraction of the delay.")
    troposphereErrorMetres = object.optional(
      "troposphere_error", .quantity(.length, .between(0, 2)), default: troposphereErrorMetres,
      "Standard deviation of the zenith tropospheric delay.")
    orbitErrorMetres = object.optional(
      "orbit_error", .quantity(.length, .between(0, 100)), default: orbitErrorMetres,
      "Standard deviation of broadcast orbit and clock errors along the line of sight.")
  }

  private mutating func readSwitches(from object: inout ObjectReader) {
    func read(_ key: String, _ value: inout Bool, _ description: String) {
      value = object.optional(key, .bool, default: value, description)
    }
    read("acquisition", &acquisition, "Acquisition and message decoding take time.")
    read("buildings", &buildings, "Blocking of satellites by buildings (NLOS).")
    read("multipath", &multipath, "Multipath by facades and the ground.")
    read("rough_facades", &roughFacades, "Diffuse scattering by facades.")
    read("diffraction", &diffraction, "Diffraction over roofs and round corners.")
    read("scatter", &scatter, "Weak echoes from unmapped objects.")
    read("fading", &fading, "Cycle slips and code noise by fading in motion.")
    read("vehicles", &vehicles, "Vans and buses beside the antenna that block and reflect.")
    read("body", &body, "Losses of the carrier's body and of the vehicle.")
    read("antenna", &antenna, "Antenna pattern of the device.")
    read("ionosphere", &ionosphere, "Ionospheric delay.")
    read("troposphere", &troposphere, "Tropospheric delay.")
    read("orbit_errors", &orbitErrors, "Broadcast orbit and clock errors, and inter-system biases.")
    read("receiver_clock", &receiverClock, "Receiver clock bias and drift.")
    read("noise", &noise, "Thermal noise.")
    read(
      "device_spread", &deviceSpread, "Spread of noise and reported sigmas within a class.")
  }
}
