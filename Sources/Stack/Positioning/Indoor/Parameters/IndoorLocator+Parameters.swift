public import Documents

extension IndoorLocator {
  /// Parameters of the indoor locator.
  public struct Parameters: ParameterSet {
    public var usesWiFi = true
    public var usesBeacons = true
    public var usesWalls = true
    public var usesMotion = true
    public var usesMagneticField = true
    public var particles = 600
    public var draw = 1
    public var readings = IndoorReadingParameters()
    public var beginning = IndoorBeginningParameters()
    public var absence = IndoorAbsenceParameters()
    public var deadReckoning = IndoorDeadReckoningParameters()
    public var movement = IndoorMovementParameters()
    public var filter = IndoorParticleParameters()
    public var radio = IndoorRadioParameters()
    public var magneticField = IndoorMagneticParameters()
    public var missing = IndoorMissingBeaconParameters()
    public var anchors = IndoorAnchorParameters()
    public var trail = IndoorTrailParameters()
    public var search = IndoorSearchParameters()
    public var relocalisation = IndoorRelocalisationParameters()
    public var rejuvenation = IndoorRejuvenationParameters()
    public var belts = IndoorBeltParameters()
    public var levels = IndoorLevelParameters()
    public var sky = IndoorSkyParameters()
    public var answer = IndoorAnswerParameters()

    public init() {}
  }
}

extension IndoorLocator.Parameters {
  public static let parameters: [Parameter<Self>] = [
    .flag("wifi", \.usesWiFi, "Uses access points."),
    .flag("beacons", \.usesBeacons, "Uses beacons."),
    .flag("walls", \.usesWalls, "Uses walls."),
    .flag("motion", \.usesMotion, "Uses motion."),
    .flag(
      "magnetic", \.usesMagneticField,
      "Uses the magnetic field along the path, where the survey has one."),
    .count(
      "particles", \.particles, 20...20_000, "Number of particles of the filter.",
      .fitted("IPIN 2023's ways back by the survey of the ways out, 32 draws")),
    .count(
      "draw", \.draw, 1...1000,
      "Seed of the particles' noise; draws differ only by chance.", .estimate
    ),
    .group("readings", \.readings, "Selection of access point and beacon readings."),
    .group("beginning", \.beginning, "First fix."),
    .group("absence", \.absence, "Detection that the phone has left the venue."),
    .group("dead_reckoning", \.deadReckoning, "Pedestrian dead reckoning (PDR)."),
    .group("movement", \.movement, "Particle motion from dead reckoning."),
    .group("filter", \.filter, "Process noise, walls and resampling of the particles."),
    .group("radio", \.radio, "Likelihood of access point and beacon levels."),
    .group(
      "magnetic_field", \.magneticField,
      "Likelihood of the magnetic field, where the survey has one."),
    .group("missing", \.missing, "Likelihood of beacons that are not received."),
    .group("anchors", \.anchors, "Averaging of readings at one spot."),
    .group(
      "trail", \.trail, "Readings along the recent path, where transmitters are sparse."),
    .group("search", \.search, "Search for the phone at other positions."),
    .group("relocalisation", \.relocalisation, "Prior cost of a relocalisation."),
    .group("rejuvenation", \.rejuvenation, "Rejuvenation moves of particles at rest."),
    .group("belts", \.belts, "Moving walkways."),
    .group("levels", \.levels, "Level changes by the barometer."),
    .group("sky", \.sky, "GNSS evidence of a phone inside or in front of a building."),
    .group("answer", \.answer, "Location estimate from the particles."),
  ]
}
