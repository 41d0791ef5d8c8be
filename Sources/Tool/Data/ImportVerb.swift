import Documents
import Geometry
import Importers
import Reporting
import Venues

/// The map formats that can be imported.
let importFormats = ImportFormat.allCases.map(\.rawValue)

/// Runs `venuesim import [FORMAT] PATH -o venue.yaml`.
@Sendable
func importVerb(_ invocation: Invocation) throws -> ExitStatus {
  let formats = importFormats
  let operands = invocation.operands
  guard let path = operands.last else {
    throw UsageError("import which map? There are the formats \(formats.joined(separator: ", "))")
  }
  var format: ImportFormat?
  if operands.count == 2 {
    format = ImportFormat(rawValue: operands[0])
    guard format != nil else {
      throw UsageError("no format '\(operands[0])'" + suggestion(operands[0], among: formats))
    }
  } else if ImportFormat(rawValue: path) != nil {
    throw UsageError("import which file? 'import \(path) FILE'")
  }
  let options = try importOptions(invocation)
  let output = invocation.value(.venueOut)
  if output?.isEmpty == true { throw UsageError("--out names no file") }
  let imported = try importVenue(format, path: path, options: options)
  let text = try nativeDocument(
    of: imported.venue,
    notes: ["Imported by venuesim \(version)."] + imported.notes + invocation.values(.note))
  if let output {
    try writeFile(text, to: output)
  } else {
    say(text.hasSuffix("\n") ? String(text.dropLast()) : text)
  }
  if invocation.has(.json) {
    // Standard output holds only one of venue and report.
    let report = imported.report.json.text(pretty: false)
    if output == nil { complain(report) } else { say(report) }
  } else if !invocation.has(.quiet) {
    for line in reportLines(imported.report) { complain(line) }
  }
  return .success
}

private func importOptions(_ invocation: Invocation) throws(UsageError) -> ImportOptions {
  var options = ImportOptions()
  if let name = invocation.value(.importName) {
    guard !name.isEmpty else { throw UsageError("--name is empty") }
    options.name = name
  }
  options.origin = try givenOrigin(invocation)
  if let text = invocation.value(.box) {
    let numbers = degrees(text)
    guard numbers.count == 4,
      let box = GeoBox(west: numbers[0], south: numbers[1], east: numbers[2], north: numbers[3])
    else {
      throw UsageError(
        "--box takes the minimum and maximum longitude and latitude, W,S,E,N, not '\(text)'")
    }
    options.box = box
  }
  return options
}

/// The value of `--origin`; nil if it isn't given.
func givenOrigin(_ invocation: Invocation) throws(UsageError) -> Geodetic? {
  guard let text = invocation.value(.origin) else { return nil }
  let numbers = degrees(text)
  guard numbers.count == 2,
    let origin = try? Geodetic(latitudeDegrees: numbers[0], longitudeDegrees: numbers[1])
  else { throw UsageError("--origin takes a latitude and a longitude, not '\(text)'") }
  return origin
}

/// The numbers of a list; empty if a part isn't a number.
private func degrees(_ text: String) -> [Double] {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
  let numbers = parts.compactMap { $0 }.filter(\.isFinite)
  return numbers.count == parts.count ? numbers : []
}

private func reportLines(_ report: ImportReport) -> [String] {
  var table = TextTable(["", "count", "what", "how or why", "such as"])
  var last: ImportReport.ElementOutcome?
  for entry in report.sortedEntries {
    table.add([
      entry.fate == last ? "" : entry.fate.rawValue, "\(entry.count)", entry.what, entry.why,
      entry.examples.prefix(3).joined(separator: ", "),
    ])
    last = entry.fate
  }
  return table.lines
}
