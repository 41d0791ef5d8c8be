public import Documents

extension IndoorLocator {
  /// What can be set; ``dials`` says of each what it means.
  public struct Parameters: DialSet {
    public var usesWiFi = true
    public var usesBeacons = true
    public var usesWalls = true
    public var usesMotion = true
    public var usesMagneticField = true
    public var particles = 600
    public var draw = 1
    public var readings = IndoorReadingDials()
    public var beginning = IndoorBeginningDials()
    public var absence = IndoorAbsenceDials()
    public var deadReckoning = IndoorDeadReckoningDials()
    public var movement = IndoorMovementDials()
    public var filter = IndoorParticleDials()
    public var radio = IndoorRadioDials()
    public var magneticField = IndoorMagneticDials()
    public var missing = IndoorUnheardBeaconDials()
    public var anchors = IndoorAnchorDials()
    public var trail = IndoorTrailDials()
    public var search = IndoorSearchDials()
    public var relocalisation = IndoorRelocalisationDials()
    public var rejuvenation = IndoorRejuvenationDials()
    public var belts = IndoorBeltDials()
    public var levels = IndoorLevelDials()
    public var sky = IndoorSkyDials()
    public var answer = IndoorAnswerDials()

    /// Creates the defaults.
    public init() {}
  }
}

extension IndoorLocator.Parameters {
  public static let dials: [Dial<Self>] = [
    .flag("wifi", \.usesWiFi, "Whether access points are used."),
    .flag("beacons", \.usesBeacons, "Whether beacons are used."),
    .flag("walls", \.usesWalls, "Whether walls are used."),
    .flag("motion", \.usesMotion, "Whether motion is used."),
    .flag(
      "magnetic", \.usesMagneticField,
      "Whether the magnetic field along the way is used, where surveyors noted it."),
    .count(
      "particles", \.particles, 20...20_000, "How many particles the filter has.",
      .fitted("IPIN 2023's ways back by the survey of the ways out, 32 draws")),
    .count(
      "draw", \.draw, 1...1000,
      "Which draw of the particles' ways; none is better, and how they differ is chance.", .estimate
    ),
    .group("readings", \.readings, "How readings of access points and beacons are taken."),
    .group("beginning", \.beginning, "How the phone is first found."),
    .group("absence", \.absence, "When the phone is taken to be elsewhere."),
    .group("dead_reckoning", \.deadReckoning, "Steps and turns by the phone's own motion."),
    .group("movement", \.movement, "How the particles follow the phone's own motion."),
    .group("filter", \.filter, "How particles move, and when they are resampled."),
    .group("radio", \.radio, "What the strengths of access points and beacons say."),
    .group(
      "magnetic_field", \.magneticField, "What the magnetic field says, where surveyors noted it."),
    .group("missing", \.missing, "What beacons that aren't heard say."),
    .group("anchors", \.anchors, "What is heard on one spot, averaged."),
    .group(
      "trail", \.trail, "What was heard along the way of late, where little is heard at once."),
    .group("search", \.search, "When and how the phone is looked for elsewhere."),
    .group("relocalisation", \.relocalisation, "What it costs to be elsewhere than was thought."),
    .group("rejuvenation", \.rejuvenation, "How particles move on the spot."),
    .group("belts", \.belts, "Moving walkways."),
    .group("levels", \.levels, "Changes of level, by the barometer."),
    .group("sky", \.sky, "What satellites tell of a phone in a building, or before its door."),
    .group("answer", \.answer, "What is told of the particles."),
  ]
}
