// Help texts of the verbs in Doors/, which a quick build leaves out.

/// Help text of `twin`.
let twinAbout = [
  "The simulator goes a recording's own true way at its own moments, under its own satellites, with",
  "--venue for the place, or else houses along the way as --set street=midrise or highrise has them.",
  "What it senses there is laid beside what was really sensed. --set takes signals.…, street.…,",
  "placement and moving. Twins are made under several seeds; by default 1001 to 1005.",
]

/// Help text of `fidelity`.
let fidelityAbout = [
  "A FILE is a study of recordings: variants of the stack, and one metric. The variants are replayed on",
  "the recordings, and on twins of them as the file's 'twin:' and --set have these (see 'venuesim help",
  "twin'). Told are Kendall's tau between both rankings, and how many of the pairs that surely differ on",
  "the twins (95 % interval of the paired difference) are in the same order in reality.",
]

extension Option {
  static let output = Option(
    "output", short: "o", taking: "FILE", "Write the venue to this file, not to standard output.")
  static let importName = Option(
    "name", taking: "NAME", "What to call the venue, rather than what the map calls it.")
  static let origin = Option(
    "origin", taking: "LAT,LON", "Where local metres begin, rather than in the middle of the map.")
  static let box = Option(
    "box", taking: "W,S,E,N", "What to keep of a large map, in degrees (osm, geojson, kml).")
  static let note = Option(
    "note", taking: "TEXT", repeats: true,
    "A line for the head of the file, such as whom the map is from and on what terms.")
}

extension Option {
  static let cutFrom = Option("from", taking: "T", "Leave out what was before, such as 90 s.")
  static let cutUntil = Option("until", taking: "T", "Leave out what was after.")
  static let venue = Option("venue", taking: "FILE", "The place of the twin: a venue's file.")
  static let surveyed = Option(
    "surveyed", taking: "PATH",
    "Surveyors' recordings of the place: its transmitters are those that they heard, too.")
}
