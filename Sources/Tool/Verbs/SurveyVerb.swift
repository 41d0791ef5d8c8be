import Documents
import Formats
import Geometry
import Glibc
import Harness
import Maps
import Recordings
import Reporting
import Scenarios
import Scoring
import Surveys
import Venues

/// Runs `venuesim survey VENUE --out FILE`, or with a scenario, and `survey build RECORDING... --out FILE`;
/// with `--pictures DIR` it also draws the results.
@Sendable
func surveyVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard let first = invocation.operands.first else { throw UsageError("survey what?") }
  guard let path = invocation.value(.out) else { throw UsageError("survey needs --out FILE") }
  _ = try wantedMetres(invocation)
  _ = try mostBeacons(invocation)
  if invocation.has(.apply), first == "build" {
    throw UsageError("--apply adds beacons to a venue, but recordings have none")
  }
  if first == "build" {
    return try buildSurvey(Array(invocation.operands.dropFirst()), to: path, invocation)
  }
  guard invocation.operands.count == 1 else { throw UsageError("survey one place at a time") }
  let wanted = try invocation.value(.seed).map { text in
    guard let number = UInt64(text) else {
      throw UsageError("--seed takes a whole number, not '\(text)'")
    }
    return number
  }
  let (radio, map, seed) = try walk(first, seed: wanted, invocation)
  try write(radio, to: path, of: "\(first), seed \(seed)", invocation)
  let advice = try draw(radio, in: map, invocation)
  if let advice, let output = invocation.value(.apply) {
    try apply(advice, to: try venuePath(first), in: map, as: output, invocation)
  }
  return .success
}

/// The file of the surveyed venue.
private func venuePath(_ path: String) throws -> String {
  let node = try YAML.load(path: path)
  guard !isVenue(node), let name = node["venue"]?.text else { return path }
  return name.hasPrefix("/") ? name : splitPath(path).folder + name
}

/// Writes the venue with the proposed beacons.
private func apply(
  _ advice: BeaconAdvice, to path: String, in map: VenueMap, as output: String,
  _ invocation: Invocation
) throws {
  let spots = advice.choices.compactMap { choice -> Spot? in
    let plane = advice.accuracy.planes[choice.plane]
    return map.level(plane.ordinal, building: plane.building).map { Spot(choice.point, level: $0) }
  }
  let text = String(decoding: try readFile(path, limit: YAML.Limits().bytes), as: UTF8.self)
  let additions = VenueAdditions(beacons: spots)
  try writeFile(additions.added(to: text, file: path), to: output)
  guard !invocation.has(.quiet) else { return }
  say(equipmentText(additions, map) + "; the venue is \(output)")
}

/// Simulates a survey of a venue, or of a scenario's venue.
private func walk(
  _ path: String, seed: UInt64?, _ invocation: Invocation
) throws -> (radio: RadioMap, map: VenueMap, seed: UInt64) {
  if isVenue(try YAML.load(path: path)) {
    guard !invocation.has(.set) else {
      throw UsageError("--set changes a value of a scenario, and '\(path)' is a venue")
    }
    let place = try SurveyedVenue(path: path)
    return (place.radioMap(seed: seed ?? 1), place.map, seed ?? 1)
  }
  let settings = try invocation.values(.set).map { try Setting($0) }
  let scenario = try LoadedScenario(path: path, settings: settings)
  let seed = seed ?? UInt64(scenario.scenario.seed)
  return (scenario.radioMap(seed: seed), scenario.map, seed)
}

private func buildSurvey(
  _ paths: [String], to file: String, _ invocation: Invocation
) throws -> ExitStatus {
  guard !paths.isEmpty else { throw UsageError("survey build of which recordings?") }
  let format = try invocation.value(.format).map { try ReplayFormat.named($0) }
  let found = try foundRecordings(at: paths, format: format, isQuiet: invocation.has(.quiet))
  let result = try SurveyResult.build(found.sources, name: paths[0])
  for warning in result.warnings { complain("venuesim: \(warning)") }
  if !invocation.has(.quiet) { say("\(result.readingCount) readings") }
  try write(result.map, to: file, of: paths.joined(separator: " "), invocation)
  _ = try draw(result.map, in: nil, invocation)
  return .success
}

/// Draws coverage and expected accuracy, and proposes positions for beacons.
private func draw(
  _ radio: RadioMap, in map: VenueMap?, _ invocation: Invocation
) throws -> BeaconAdvice? {
  guard [Option.pictures, .apply, .wanted, .atMost].contains(where: invocation.has) else {
    return nil
  }
  let wanted = try wantedMetres(invocation)
  let accuracy = ExpectedAccuracy(radio, in: map)
  let advice = BeaconAdvice(
    for: accuracy, wanted: wanted, of: BeaconSignal(of: radio), atMost: try mostBeacons(invocation))
  if let folder = invocation.value(.pictures) {
    let pictures = SurveyPictures(of: accuracy, advice: advice, radio: radio, in: map)
    try makeFolder(folder)
    for file in pictures.files() {
      let path = "\(folder)/\(file.name)"
      try writeFile(file.text, to: path)
      if !invocation.has(.quiet) { announce(file: path) }
    }
  }
  guard !invocation.has(.quiet) else { return advice }
  describe(advice).forEach(say)
  for line in unsurveyed(accuracy, map) { say(line) }
  return advice
}

/// Describes the gain of the proposed beacons, and a wish that they can't meet.
private func describe(_ advice: BeaconAdvice) -> [String] {
  func percent(_ share: Double) -> String { "\(Int(100 * share)) %" }
  let (wanted, choices) = (advice.wanted, advice.choices)
  var lines = [
    "by the model, one scan gives the position within \(wanted) m on "
      + "\(percent(advice.shareBefore)) of the floor; with \(choices.count) more beacons on "
      + percent(advice.shareAfter)
  ]
  // Numbers of beacons in steps of 1, 2 and 5.
  let steps = [1, 2, 5, 10, 20, 50, 100, 200, 500].filter { $0 < choices.count }
  if !steps.isEmpty {
    lines.append(
      "the first of them: "
        + steps.map { "\($0) on \(percent(choices[$0 - 1].share))" }.joined(separator: ", "))
  }
  if advice.shareAfter < BeaconAdvice.enough, choices.count == advice.limit {
    let last = choices.suffix(10)
    let gain = (advice.shareAfter - (choices.dropLast(10).last?.share ?? advice.shareBefore)) * 100
    lines.append(
      "more beacons are needed for \(percent(BeaconAdvice.enough)) of the floor: --at-most N allows them, "
        + "and a longer --wanted needs fewer. The last \(last.count) of these \(choices.count) beacons added "
        + "\(figureText(gain)) % of the floor")
  } else if advice.shareAfter < BeaconAdvice.enough {
    lines.append("no further beacon brings more of the floor within \(wanted) m")
  }
  return lines
}

/// Reports the levels without a survey, which the shares leave out.
private func unsurveyed(_ accuracy: ExpectedAccuracy, _ map: VenueMap?) -> [String] {
  guard let map else { return [] }
  guard !map.levels.isEmpty else {
    return ["the accuracy on floors is unknown: the map has no level"]
  }
  let missing = map.levels.filter { level in
    !accuracy.planes.contains {
      $0.ordinal == level.ordinal && $0.building == level.building
        && $0.cells.contains { $0 != nil }
    }
  }
  guard !missing.isEmpty else { return [] }
  let names = missing.prefix(6).map { "'\($0.shortName)'" }.joined(separator: ", ")
  return [
    "\(missing.count) of \(map.levels.count) levels weren't surveyed and don't count: "
      + names + (missing.count > 6 ? ", …" : "")
  ]
}

/// The accuracy given by `--wanted`, in m.
private func wantedMetres(_ invocation: Invocation) throws -> Double {
  guard let text = invocation.value(.wanted) else { return 3 }
  guard let metres = try? Quantity.parse(text, as: .length), metres >= 2.5, metres <= 50 else {
    throw UsageError("--wanted takes a length from 2.5 m to 50 m, such as '3 m', not '\(text)'")
  }
  return metres
}

/// The maximum number of beacons given by `--at-most`.
private func mostBeacons(_ invocation: Invocation) throws -> Int? {
  try invocation.value(.atMost).map { text in
    guard let number = Int(text), (1...BeaconAdvice.maximum).contains(number) else {
      throw UsageError(
        "--at-most takes a number of beacons from 1 to \(BeaconAdvice.maximum), not '\(text)'")
    }
    return number
  }
}

/// The transmitters by kind; an access point has a radio for each of its bands.
private func transmitterText(_ senders: [RadioMap.Sender]) -> String {
  let bands = senders.compactMap(\.isAbove4GHz)
  let high = bands.count { $0 }, beacons = senders.count - bands.count
  var parts: [String] = []
  if !bands.isEmpty {
    parts.append(
      "\(bands.count) Wi-Fi radios, one per band of an access point (\(bands.count - high) at 2.4 GHz, "
        + "\(high) above 4 GHz)")
  }
  if beacons > 0 { parts.append("\(beacons) beacons") }
  return parts.joined(separator: ", ")
}

private func write(
  _ map: RadioMap, to path: String, of survey: String, _ invocation: Invocation
) throws {
  let written = try SurveyFile.write(map, to: path)
  if let table = invocation.value(.table) {
    // A fixed creation time makes the bytes reproducible (reproducible-builds.org).
    let reported = getenv("SOURCE_DATE_EPOCH").flatMap { Double(String(cString: $0)) }
    let row = try SurveyFile.add(
      map, toTable: table, survey: survey, createdSeconds: reported ?? Double(time(nil)))
    if !invocation.has(.quiet) { say("row \(row) of \(table)") }
  }
  guard !invocation.has(.quiet) else { return }
  let floors = map.planes.map { $0.ordinal.map { "\($0)" } ?? "outdoors" }
  say(
    "\(map.senders.count) transmitters on \(map.planes.count) levels (\(floors.joined(separator: ", "))): "
      + transmitterText(map.senders))
  say(
    "readings differ by \(figureText(map.wifiNoise)) dB (Wi-Fi), \(figureText(map.beaconNoise)) dB (beacons)"
  )
  say("\(path): \(written.bytes) bytes, \(written.digest)")
}

extension Option {
  static let surveyOut = out("FILE", "Write the positioning file here.")
  static let pictures = Option(
    "pictures", taking: "DIR",
    "Draw here the coverage, the accuracy of one scan, and where to add beacons.")
  static let apply = Option(
    "apply", taking: "FILE", "Write the venue with the recommended beacons here.")
  static let wanted = Option(
    "wanted", taking: "LENGTH",
    "Propose beacons for this accuracy; by default 3 m, with --pictures, --apply or --at-most.")
  static let atMost = Option(
    "at-most", taking: "N",
    "The maximum number of proposed beacons; by default one in 36 m² of the walkable floor.")
  static let table = Option(
    "table", taking: "FILE", "Also add it to this positioning table, as its most recent row.")
  static let truthFile = Option(
    "truth", taking: "FILE", "The table with the truth of the one recording, in any folder.")
  static let survey = Option(
    "survey", taking: "FILE", "The positioning file that the stack uses indoors.")
}
