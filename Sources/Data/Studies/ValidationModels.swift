import Signals
import Venues

/// The models compared with recordings: the defaults of scenarios, unless set otherwise.
enum ValidationModels {
  /// Settings of the models; signals that are off have their natural defaults.
  @TaskLocal static var signals = SignalSettings()

  static var gnss: GNSSParameters { signals.gnss.parameters ?? GNSSParameters() }
  static var wifi: WiFiParameters { signals.wifi.parameters ?? WiFiParameters() }
  static var beacons: BeaconParameters { signals.beacons.parameters ?? BeaconParameters() }
  static var motion: InertialParameters { signals.motion.parameters ?? InertialParameters() }
  static var barometer: BarometerParameters {
    signals.barometer.parameters ?? BarometerParameters()
  }

  /// Radio propagation in a venue.
  static func propagation(in venue: Venue) -> Propagation {
    Propagation(venue, parameters: signals.radio)
  }
}

/// A model that is wrong on purpose, which the affected comparisons must distinguish.
struct WrongModel: Sendable {
  /// Description of the fault, for the table.
  let name: String
  /// Settings that produce the fault.
  let settings: [String]

  init(_ name: String, _ settings: String...) {
    self.name = name
    self.settings = settings
  }

  static let gnss = [
    WrongModel(
      "no echoes", "signals.gnss.multipath=false", "signals.gnss.rough_facades=false",
      "signals.gnss.scatter=false"),
    WrongModel("no noise", "signals.gnss.noise=false"),
    WrongModel("no houses", "signals.gnss.buildings=false"),
    WrongModel("geometry alone", "signals.gnss=ideal"),
  ]
  static let wifi = [
    WrongModel("no shadows", "signals.wifi.shadow=0 dB", "signals.wifi.daily_change=0"),
    WrongModel("shadows of 14 dB", "signals.wifi.shadow=14 dB"),
    WrongModel(
      "no fading", "signals.wifi.fading=false", "signals.wifi.motion=0 dB",
      "signals.wifi.network_noise=0 dB"),
    WrongModel("nothing missed", "signals.wifi.misses=false", "signals.wifi.collisions=false"),
    WrongModel("distance alone", "signals.wifi=ideal"),
  ]
  static let beacons = [
    WrongModel("no shadows", "signals.beacons.shadowing=false"),
    WrongModel("no fading", "signals.beacons.fading=false"),
    WrongModel(
      "nothing missed", "signals.beacons.collisions=false", "signals.beacons.deafness=false"),
    WrongModel("distance alone", "signals.beacons=ideal"),
  ]
  static let motion = [
    WrongModel("no gait", "signals.motion.gait=false"),
    WrongModel(
      "all people alike", "signals.motion.variety=false", "signals.motion.variation=false"),
    WrongModel("smooth steps", "signals.motion.roughness=false"),
    WrongModel("still hands", "signals.motion.sway=false", "signals.motion.handling=false"),
  ]
  static let vehicles = [
    WrongModel(
      "smooth roads", "signals.motion.ride.roughness=false", "signals.motion.ride.bumps=false"),
    WrongModel("twice as rough", "signals.motion.ride.roughness_factor=2"),
    WrongModel("no engine", "signals.motion.ride.hum=false"),
  ]
  static let air = [
    WrongModel("no weather", "signals.barometer.weather=false", "signals.barometer.fronts=false"),
    WrongModel("height alone", "signals.barometer=ideal"),
  ]
  static let field = [
    WrongModel(
      "no steel", "signals.motion.field.buildings=false", "signals.motion.field.steel=false"),
    WrongModel("geometry alone", "signals.motion=ideal"),
  ]
}
