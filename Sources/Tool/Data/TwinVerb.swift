import Documents
import Formats
import Harness
import Kernel
import Observations
import Recordings
import Reporting
import Scoring
import Studies
import Truth
import Twins
import Venues

// `venuesim twin`: simulated versions of a recording, compared with it.

/// Runs `venuesim twin RECORDING...`.
@Sendable
func twinVerb(_ invocation: Invocation) throws -> ExitStatus {
  guard !invocation.operands.isEmpty else { throw UsageError("the twin of which recording?") }
  let seeds = try seeds(invocation) ?? SeedList(1001...1005)
  let settings = try invocation.values(.set).map { try Setting($0) }
  let format = try invocation.value(.format).map { try ReplayFormat.named($0) }
  let venue = try invocation.value(.venue).map { path in
    try decodeDocument(
      VenueFile.self, bytes: readFile(path, limit: YAML.Limits().bytes), name: path
    ).venue()
  }
  var found = try foundRecordings(
    at: invocation.operands, format: format, isQuiet: invocation.has(.quiet))
  try found.takeTruth(of: invocation)
  let surveyed = try SurveyedSet(of: found.sources, settings, seeds, invocation)
  let token = interruptible()
  let progress = ProgressLine(total: found.sources.count, isQuiet: invocation.has(.quiet))
  var comparisons: [TwinComparison] = []
  for (number, source) in found.sources.enumerated() {
    progress.show(number, source.name)
    if token.isCancelled { throw Cancelled() }
    do {
      comparisons.append(
        try comparison(of: source, settings, venue, seeds, surveyed, invocation))
    } catch let error as DocumentError {
      complain("venuesim: \(error)")
    }
  }
  progress.clear()
  // Without any twin, the input was bad and nothing is kept.
  guard !comparisons.isEmpty else { return .usage }
  let status: ExitStatus = comparisons.count == found.sources.count ? .success : .environment
  if let folder = invocation.value(.out) {
    try makeFolder(folder)
    try writeFile(twinTable(comparisons), to: "\(folder)/twin.csv")
    try writeFile(twinPage(comparisons, seeds: seeds.text), to: "\(folder)/twin.html")
  }
  guard !invocation.has(.quiet) else { return status }
  for comparison in comparisons {
    table(comparison).show()
    for gap in comparison.gaps { say("note: \(gap)") }
  }
  if let folder = invocation.value(.out) {
    say("The table and the pictures are in \(folder)/twin.csv and twin.html.")
  }
  return status
}

private func comparison(
  of source: RecordingSource, _ settings: [Setting], _ venue: Venue?, _ seeds: SeedList,
  _ surveyed: SurveyedSet?, _ invocation: Invocation
) throws -> TwinComparison {
  var read = try source.read()
  try cut(&read.recording, invocation)
  let twins =
    try surveyed?.twins[source.path]
    ?? twinRecordings(of: read, settings, venue, seeds, source.path)
  var comparison = TwinComparison(recording: source.name)
  try GNSSTwin.compare(read.recording, with: twins, into: &comparison)
  try MotionTwin.compare(read.recording, with: twins, into: &comparison)
  try RadioTwin.compare(read.recording, with: twins, into: &comparison)
  try FieldTwin.compare(read.recording, with: twins, into: &comparison)
  try StackTwin.compare(
    read, of: source, with: twins, knowing: surveyed?.surveys[source.path],
    jobs: jobCount(invocation),
    into: &comparison)
  comparison.gaps = Twin.untwinned(in: read.recording)
  guard comparison.figures.contains(where: { $0.signal != "stack" }) else {
    let gaps = comparison.gaps.map { "; \($0)" }.joined()
    throw DocumentError(
      "'\(source.path)': too little data that twins have: it needs 100 ranges to satellites, 20 s of one "
        + "activity with motion sensors, 100 radio signal strengths or 50 magnetic field readings\(gaps)"
    )
  }
  return comparison
}

/// Cuts a recording to the time between two options; ephemerides are kept.
private func cut(_ recording: inout Recording, _ invocation: Invocation) throws {
  func time(_ option: Option) throws -> SimTime? {
    guard let text = invocation.value(option) else { return nil }
    let seconds = Double(text) ?? (try? Quantity.parseDuration(text))?.seconds ?? .nan
    guard seconds >= 0, seconds < 1e9 else {
      throw UsageError("--\(option.name) takes a time such as '90 s', not '\(text)'")
    }
    return SimTime(seconds: seconds)
  }
  let (from, until) = (try time(.cutFrom) ?? .start, try time(.cutUntil) ?? .distantFuture)
  recording.truth.removeAll { $0.time < from || $0.time > until }
  recording.observations.removeAll { delivered in
    if case .ephemeris = delivered.item { return false }
    return delivered.time < from || delivered.time > until
  }
}

func twinRecordings(
  of read: ReadRecording, _ settings: [Setting], _ venue: Venue?, _ seeds: SeedList,
  _ path: String
) throws -> [Recording] {
  let ofDevice = try read.settings.map { try Setting($0) }.filter { $0.keys.first != "stack" }
  let own = try TwinSettings(ofDevice + settings)
  let parameters = own.parameters(of: read.recording)
  do {
    guard Twin.isPlaced(read.recording) else {
      return try seeds.map { seed in
        try Twin(
          of: read, in: Twin.nowhere(), signals: own.signals, parameters: parameters, seed: seed
        )
        .recording(seed: seed)
      }
    }
    var read = read
    let storeys =
      venue == nil && read.map == nil
      ? Storeys.map(of: read.recording, parameters: parameters) : nil
    read.map = read.map ?? storeys
    if venue == nil, let inferredLayout = try InferredLayout(of: read, own) {
      return try seeds.map { seed in
        try Twin(
          of: read, in: inferredLayout.venue, signals: own.signals, parameters: parameters,
          seed: seed
        ).recording(seed: seed)
      }
    }
    let venue = venue ?? storeys.map { Venue(map: $0) }
    let frame = try venue?.frame ?? Twin.frame(of: read.recording, parameters: parameters)
    let way = Twin.points(of: read.recording, in: frame)
    return try seeds.map { seed in
      let place = venue ?? own.street.venue(along: way, in: frame, seed: seed)
      return try Twin(
        of: read, in: place, signals: venue == nil ? own.street.signals(own.signals) : own.signals,
        parameters: parameters, seed: seed
      )
      .calibrated(seed: seed).recording(seed: seed)
    }
  } catch let error as DocumentError {
    throw DocumentError("'\(path)': \(error)")
  }
}

private func table(_ comparison: TwinComparison) -> AnswerTable {
  var table = AnswerTable(
    comparison.recording,
    [
      ("signal", comparison.recording), ("quantity", "quantity"), ("unit", "unit"),
      ("real", "real"), ("twin", "twin"), ("off_by", "off by"), ("ks", "KS"),
      ("wasserstein", "Wasserstein"),
    ])
  for figure in comparison.figures {
    table.add([
      .text(figure.signal), .text(figure.quantity), .text(figure.unit), .figure(figure.real),
      .figure(figure.twin),
      abs(figure.deviation) < 1e6
        ? "\(Int((figure.deviation * 100).rounded())) %" : .nothing("-"),
      .init(figure.kolmogorovSmirnov, else: ""), .init(figure.wasserstein, else: ""),
    ])
  }
  return table
}
