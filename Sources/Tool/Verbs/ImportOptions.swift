// Help texts of the verbs in Data/.

/// Help text of `twin`.
let twinAbout = [
  "The simulator follows a recording's own true path at its own times, under its own satellites, in the",
  "venue of --venue, or else between buildings along the path, by --set street=midrise or highrise.",
  "Its signals are compared with those of the recording. --set takes signals.…, street.…,",
  "placement and moving. Twins are made under several seeds; by default 1001 to 1005.",
]

/// Help text of `fidelity`.
let fidelityAbout = [
  "A FILE is a study of recordings: variants of the stack, and one metric. The variants are replayed on",
  "the recordings, and on twins of them with the settings of the file's 'twin:' and of --set (see 'venuesim",
  "help twin'). The output is Kendall's tau between both rankings, and how many of the pairs that differ",
  "significantly on the twins (95 % interval of the paired difference) are in the same order in reality.",
]

extension Option {
  static let venueOut = out("FILE", "Write the venue to this file, not to standard output.")
  static let importName = Option(
    "name", taking: "NAME", "The venue's name, in place of the map's.")
  static let origin = Option(
    "origin", taking: "LAT,LON",
    "The origin of the local metres, in place of the middle of the map.")
  static let box = Option(
    "box", taking: "W,S,E,N", "The part of a large map to keep, in degrees (osm, geojson, kml).")
  static let note = Option(
    "note", taking: "TEXT", repeats: true,
    "A line for the head of the file, such as the map's owner and licence.")
}

extension Option {
  static let cutFrom = Option(
    "from", taking: "T", "Leave out everything before this time, such as 90 s.")
  static let cutUntil = Option("until", taking: "T", "Leave out everything after this time.")
  static let venue = Option("venue", taking: "FILE", "The venue of the twin: a venue's file.")
  static let surveyed = Option(
    "surveyed", taking: "PATH",
    "Surveyors' recordings of the place: the transmitters that they received are added to it.")
}
