import Formats
import Geometry
import Glibc
import Kernel
import Numerics
import Observations
import Positioning
import Recordings
import Truth

var root = getenv("VENUESIM_DATA").map { String(cString: $0) } ?? ""
var names = SatelliteData.known.map(\.name)
var systems = ["G", "GR", "GREC"]
var posFolder: String?
var recordings: [String] = []
var solvers = ["single", "filter"]
var counts = false
var rest = CommandLine.arguments.dropFirst()
while let argument = rest.popFirst() {
  switch argument {
  case "--data": root = rest.popFirst() ?? root
  case "--sets": names = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
  case "--systems": systems = (rest.popFirst() ?? "").split(separator: ",").map(String.init)
  case "--recordings":
    recordings = Array(rest)
    rest = []
    names = []
  case "--solver": solvers = [rest.popFirst() ?? ""]
  case "--count": counts = true
  case "--pos": posFolder = rest.popFirst()
  default:
    print(
      """
      usage: satellites [--data DIR] [--sets esbc,hk,jun,aug] [--systems G,GR,GREC]
        [--solver single|filter] [--count] [--pos DIR] [--recordings FOLDER...]
      """)
    exit(argument == "--help" ? 0 : 2)
  }
}

/// The solution of an epoch.
struct Row {
  var epoch: GNSSEpoch
  var fix: LocationFix?
}

func constellations(_ letters: String) -> Set<Constellation> {
  var result: Set<Constellation> = []
  for letter in letters {
    switch letter {
    case "G": result.formUnion([.gps, .qzss])
    case "R": result.insert(.glonass)
    case "E": result.insert(.galileo)
    case "C": result.insert(.beidou)
    default: break
    }
  }
  return result
}

func number(_ value: Double, _ places: Int = 2) -> String {
  let scale = [1.0, 10, 100, 1000, 10000][places]
  let whole = (abs(value) * scale).rounded()
  guard whole < 1e15 else { return "-" }
  let text = String(Int(whole))
  let padded = String(repeating: "0", count: max(0, places + 1 - text.count)) + text
  let sign = value < 0 && whole > 0 ? "-" : ""
  guard places > 0 else { return sign + padded }
  return sign + padded.dropLast(places) + "." + padded.suffix(places)
}

func percentile(_ sorted: [Double], _ share: Double) -> Double {
  (try? SortedSample(sorted: sorted).quantile(share)) ?? .nan
}

func report(_ label: String, _ rows: [Row], _ data: SatelliteData, seconds: Double) {
  let frame = LocalFrame(origin: data.truth)
  var errors: [Double] = []
  var ups: [Double] = []
  var within = 0
  var sum = Vec3.zero
  var reported = 0.0
  for row in rows {
    guard let fix = row.fix,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: fix.altitudeMetres)
    else { continue }
    let error = frame.enu(of: place)
    errors.append(error.xy.length)
    ups.append(abs(error.z))
    sum += error
    reported += fix.horizontalAccuracyMetres
    if error.xy.length <= fix.horizontalAccuracyMetres { within += 1 }
  }
  let n = Double(max(1, errors.count))
  errors.sort()
  ups.sort()
  let speed = seconds > 0 ? Double(rows.count) / seconds : 0
  print(
    label, "n=\(errors.count)/\(rows.count)", "mean", number(errors.reduce(0, +) / n), "p50",
    number(percentile(errors, 0.5)), "p95", number(percentile(errors, 0.95)), "max",
    number(errors.last ?? .nan, 1), "| E", number(sum.x / n, 1), "N", number(sum.y / n, 1), "U",
    number(sum.z / n, 1), "v50", number(percentile(ups, 0.5), 1), "| told", number(reported / n, 1),
    "within", number(Double(within) / n), "|", number(speed, 0), "epochs/s")
}

func write(_ name: String, _ rows: [Row], to folder: String?) {
  guard let folder, let file = fopen("\(folder)/\(name).pos", "w") else { return }
  for row in rows {
    guard let fix = row.fix,
      let place = try? Geodetic(
        latitudeDegrees: fix.coordinate.latitudeDegrees,
        longitudeDegrees: fix.coordinate.longitudeDegrees, altitudeMetres: fix.altitudeMetres)
    else { continue }
    let p = place.ecef
    fputs(
      "\(row.epoch.gpsWeek) \(number(row.epoch.secondsOfWeek, 3)) \(number(p.x, 3)) \(number(p.y, 3)) \(number(p.z, 3)) \(number(fix.horizontalAccuracyMetres, 2))\n",
      file)
  }
  fclose(file)
}

/// Runs a solver over all epochs, and measures the processor time.
func run(
  _ data: SatelliteData, _ process: (BroadcastEphemeris) -> Void,
  _ solve: (GNSSEpoch) -> LocationFix?
) -> (rows: [Row], seconds: Double) {
  let deliveries = data.deliveries()
  var next = 0
  var rows: [Row] = []
  rows.reserveCapacity(data.epochs.count)
  var begin = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin)
  for (index, epoch) in data.epochs.enumerated() {
    while next < deliveries.count, deliveries[next].epoch <= index {
      process(deliveries[next].message)
      next += 1
    }
    rows.append(Row(epoch: epoch, fix: solve(epoch)))
  }
  var end = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  let seconds = Double(end.tv_sec - begin.tv_sec) + Double(end.tv_nsec - begin.tv_nsec) / 1e9
  return (rows, seconds)
}

for name in names {
  guard let data = try SatelliteData.read(name, in: root) else { continue }
  if let posFolder, let bytes = RinexWriter.observations(data.epochs, marker: name),
    let file = fopen("\(posFolder)/\(name).obs", "w")
  {
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }
  if counts {
    print(data.epochs.count)
    continue
  }
  for letters in systems {
    var parameters = SinglePointSolver.Parameters()
    parameters.constellations = constellations(letters)
    if solvers.contains("single") {
      var solver = SinglePointSolver(parameters: parameters)
      let single = run(data, { solver.receive($0) }, { solver.solve($0) })
      report("\(name) \(letters) single", single.rows, data, seconds: single.seconds)
      write("\(name)_\(letters)_single", single.rows, to: posFolder)
    }
    guard solvers.contains("filter") else { continue }
    var settings = GNSSFilter.Parameters()
    settings.single = parameters
    var filter = GNSSFilter(parameters: settings)
    let tracked = run(data, { filter.receive($0) }, { filter.receive($0) })
    report("\(name) \(letters) filter", tracked.rows, data, seconds: tracked.seconds)
    write("\(name)_\(letters)_filter", tracked.rows, to: posFolder)
  }
}

/// Runs the single-point solver and the filter over a VenueSim recording, against its truth.
func runRecording(
  _ path: String, _ letters: String
) throws -> [[(error: Double, reported: Double)?]] {
  let recording = try openRecording(path)
  var parameters = SinglePointSolver.Parameters()
  parameters.constellations = constellations(letters)
  var single = SinglePointSolver(parameters: parameters)
  var settings = GNSSFilter.Parameters()
  settings.single = parameters
  var filter = GNSSFilter(parameters: settings)
  var rows: [[(error: Double, reported: Double)?]] = [[], []]
  var place = 0
  for delivered in recording.observations {
    switch delivered.item {
    case .ephemeris(let message):
      single.receive(message)
      filter.receive(message)
    case .gnss(let epoch):
      while place + 1 < recording.truth.count, recording.truth[place + 1].time <= epoch.time {
        place += 1
      }
      let truth = recording.truth[place].coordinate
      let frame = LocalFrame(
        origin: try Geodetic(
          latitudeDegrees: truth.latitudeDegrees, longitudeDegrees: truth.longitudeDegrees))
      for (index, fix) in [single.solve(epoch), filter.receive(epoch)].enumerated() {
        rows[index].append(
          try fix.map { fix in
            let found = try Geodetic(
              latitudeDegrees: fix.coordinate.latitudeDegrees,
              longitudeDegrees: fix.coordinate.longitudeDegrees)
            return (frame.enu(of: found).xy.length, fix.horizontalAccuracyMetres)
          })
      }
    default: break
    }
  }
  return rows
}

func summary(_ label: String, _ rows: [(error: Double, reported: Double)?]) {
  let reported = rows.compactMap { $0 }
  let errors = reported.map(\.error).sorted()
  let n = Double(max(1, reported.count))
  print(
    label, "n=\(reported.count)/\(rows.count)", "mean", number(errors.reduce(0, +) / n), "p50",
    number(percentile(errors, 0.5)), "p95", number(percentile(errors, 0.95)), "max",
    number(errors.last ?? .nan, 1), "| told", number(reported.map(\.reported).reduce(0, +) / n, 1),
    "within",
    number(Double(reported.count { $0.error <= $0.reported }) / n))
}

if !recordings.isEmpty {
  var pooled: [[(error: Double, reported: Double)?]] = [[], []]
  for path in recordings {
    let rows = try runRecording(path, systems.last ?? "GREC")
    for index in 0..<2 { pooled[index] += rows[index] }
    summary(path.split(separator: "/").last.map { String($0) } ?? path, rows[1])
  }
  summary("single", pooled[0])
  summary("filter", pooled[1])
}
