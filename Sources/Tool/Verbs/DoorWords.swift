// Help texts of the verbs in Doors/, which a quick build leaves out.

/// Help text of `twin`.
let twinAbout = [
  "The simulator follows a recording's true path at the same times, under its satellites, with",
  "--venue as the venue, or else buildings along the path by --set street=midrise or highrise.",
  "Its signals are compared with the recorded ones. --set takes signals.…, street.…,",
  "placement and moving. Twins are made under several seeds; by default 1001 to 1005.",
]

/// Help text of `fidelity`.
let fidelityAbout = [
  "A FILE is a study of recordings: variants of the stack, and one metric. The variants are replayed on",
  "the recordings, and on twins of them by the file's 'twin:' and --set (see 'venuesim help",
  "twin'). Reported are Kendall's tau between both rankings, and how many of the pairs that surely differ on",
  "the twins (95 % interval of the paired difference) are in the same order in reality.",
]

extension Option {
  static let output = Option(
    "output", short: "o", taking: "FILE", "Write the venue to this file, not to standard output.")
  static let importName = Option(
    "name", taking: "NAME", "The venue's name, instead of the map's.")
  static let origin = Option(
    "origin", taking: "LAT,LON", "The origin of local coordinates; by default the map's middle.")
  static let box = Option(
    "box", taking: "W,S,E,N", "The part of a large map to keep, in degrees (osm, geojson, kml).")
  static let note = Option(
    "note", taking: "TEXT", repeats: true,
    "A line for the head of the file, such as the map's source and licence.")
}

extension Option {
  static let cutFrom = Option("from", taking: "T", "Cut off what was before, such as 90 s.")
  static let cutUntil = Option("until", taking: "T", "Cut off everything after this time.")
  static let venue = Option("venue", taking: "FILE", "The twin's venue: a venue's file.")
  static let surveyed = Option(
    "surveyed", taking: "PATH",
    "Survey recordings of the venue; its transmitters are inferred from them, too.")
}
