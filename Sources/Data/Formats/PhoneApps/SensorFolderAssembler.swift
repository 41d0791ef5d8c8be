import Documents
import Kernel
import Observations
import Recordings

/// Collects the tables of a folder and converts them to one clock.
struct SensorFolderAssembler {
  let name: String
  private var tables: [(file: String, table: SensorTable)] = []
  private var unused: [SensorFolder.Unused] = []
  private var reading = WarningCounts()
  /// Starts and restarts of phyphox's clock: its own time and Unix time, in ns.
  private var starts: [(elapsed: Int64, unix: Int64)] = []
  /// Start of Sensor Logger's recording, the origin of its own times, in ns of Unix time.
  private var epoch: Int64?
  /// True if accelerations have the opposite sign.
  private var isReversed = false

  init(name: String) { self.name = name }

  mutating func take(_ file: String, _ text: ByteWindow) throws(DocumentError) {
    let text = try unpackedText(text, file: path(file))
    switch SensorHeader.stem(of: file) {
    case "time" where file.contains("meta/"): try readStarts(file, text)
    case "metadata": try readMetadata(file, text)
    default:
      // Apps also export many tables that are not used: orientation, light, battery.
      guard let sensors = try? SensorText(text, file: path(file)),
        sensors.header.sensor(file: file) != nil
      else {
        unused.append(SensorFolder.Unused(file: file, reason: "it has data of no supported sensor"))
        return
      }
      guard try hasRows(text) else {
        unused.append(SensorFolder.Unused(file: file, reason: "it has no rows"))
        return
      }
      let table = try SensorTable.read(text, file: path(file))
      reading.add(table.report, prefix: "\(file): ")
      tables.append((file, table))
    }
  }

  private func path(_ file: String) -> String { name.isEmpty ? file : name + "/" + file }

  /// True if a line after the first has text.
  private func hasRows(_ text: ByteWindow) throws(DocumentError) -> Bool {
    var (window, isBehindHeader) = (text, false)
    repeat {
      var rest = window.bytes[...]
      if !isBehindHeader {
        guard let end = rest.firstIndex(of: 10) else { continue }
        (rest, isBehindHeader) = (rest[end...], true)
      }
      if rest.contains(where: { $0 > 32 }) { return true }
    } while try window.advance(to: window.bytes.count)
    return false
  }

  /// Reads phyphox's `meta/time.csv`: events START and PAUSE with both clocks in s.
  private mutating func readStarts(_ file: String, _ text: ByteWindow) throws(DocumentError) {
    var table = try NamedTable(text, file: path(file))
    guard let event = table.columns.firstIndex(of: "event"),
      let elapsed = table.columns.firstIndex(of: "experiment time"),
      let system = table.columns.firstIndex(of: "system time")
    else { return }
    while try table.next() {
      guard table.text(event) == "START", let own = table.row.number(elapsed),
        let unix = table.row.number(system), (0...1e9).contains(own), (0...4e9).contains(unix)
      else { continue }
      starts.append((Int64((own * 1e9).rounded()), Int64((unix * 1e9).rounded())))
    }
  }

  /// Reads Sensor Logger's `Metadata.csv`: one row of the app's state.
  private mutating func readMetadata(_ file: String, _ text: ByteWindow) throws(DocumentError) {
    guard var table = try? NamedTable(text, file: path(file)), (try? table.next()) == true,
      let platform = table.columns.firstIndex(of: "platform")
    else { return }
    if let column = table.columns.firstIndex(of: "recording epoch time"),
      let moment = table.row.integer(column), credibleUnixMilliseconds.contains(moment)
    {
      epoch = moment * 1_000_000
    }
    let standardised = table.columns.firstIndex(of: "standardisation").map {
      table.text($0).lowercased() == "true"
    }
    isReversed = table.text(platform).lowercased().contains("ios") && standardised == false
  }

  mutating func folder() throws(DocumentError) -> SensorFolder {
    guard !tables.isEmpty else {
      throw DocumentError("'\(name)' has no table of a supported sensor")
    }
    if starts.isEmpty, let epoch { starts = [(0, epoch)] }
    let isDated = !starts.isEmpty || tables.contains { $0.table.clock == .unix }
    let dated = tables.filter { $0.table.clock == .unix }.map(\.table.originNanoseconds).min()
    /// Start of a table, in ns of the common clock.
    func origin(_ entry: (file: String, table: SensorTable)) -> Int64 {
      let own = entry.table.originNanoseconds
      guard entry.table.clock == .elapsed else { return own }
      if let start = starts.last(where: { $0.elapsed <= own }) ?? starts.first {
        return start.unix &+ (own &- start.elapsed)
      }
      // A table of unknown start begins with the earliest dated one.
      return (dated ?? 0) &+ own
    }
    for entry in tables where entry.table.clock == .elapsed && dated != nil && starts.isEmpty {
      reading.add(
        lines: ["\(entry.file): times without a date (started with the earliest other table)"],
        dropped: 0)
    }
    let first = tables.map(origin).min() ?? 0
    var shifts: [SensorTable.SensorType: SimDuration] = [:]
    var chosen: [SensorTable.SensorType: SensorTable] = [:]
    // Calibrated tables take precedence over uncalibrated ones.
    func isRaw(_ file: String) -> Bool { SensorHeader.stem(of: file).hasSuffix("uncalibrated") }
    for entry in tables.filter({ !isRaw($0.file) }) + tables.filter({ isRaw($0.file) }) {
      guard chosen[entry.table.sensor] == nil else {
        unused.append(
          SensorFolder.Unused(file: entry.file, reason: "another table has the same sensor"))
        continue
      }
      chosen[entry.table.sensor] = entry.table
      shifts[entry.table.sensor] = simTime(origin(entry), since: first) - .start
    }
    func motion(_ sensor: SensorTable.SensorType, _ sign: Float = 1) -> [InertialSample] {
      let shift = shifts[sensor] ?? .zero
      return (chosen[sensor]?.samples ?? []).map { sample in
        InertialSample(
          time: sample.time + shift, x: sample.x * sign, y: sample.y * sign, z: sample.z * sign)
      }
    }
    let sign: Float = isReversed ? -1 : 1
    var force = motion(.accelerometer, sign)
    if force.isEmpty {
      // The unit g can be detected by magnitude for gravity only; both tables have the same unit.
      let isInGravities = (chosen[.gravity]?.report.count(of: .gravityUnits) ?? 0) > 0
      let unit = isInGravities ? Float(SensorTableReader.gravity) : 1
      force = sum(motion(.linearAcceleration, sign * unit), motion(.gravity, sign))
    }
    return SensorFolder(
      start: isDated ? GPSTime(unixNanoseconds: first) : nil, accelerometer: force,
      gyroscope: motion(.gyroscope), magnetometer: motion(.magnetometer),
      barometer: shifted(chosen[.barometer]?.pressures, \.time, shifts[.barometer]),
      fixes: shifted(chosen[.location]?.fixes, \.time, shifts[.location]),
      scans: (chosen[.wifi]?.scans ?? []).map { $0.shifted(by: shifts[.wifi] ?? .zero) },
      unused: unused, reading: reading)
  }

  private func shifted<Element>(
    _ elements: [Element]?, _ time: WritableKeyPath<Element, SimTime>, _ shift: SimDuration?
  ) -> [Element] {
    (elements ?? []).map { element in
      var element = element
      element[keyPath: time] += shift ?? .zero
      return element
    }
  }

  /// Specific force as the sum of linear acceleration and gravity, at times with both readings.
  private mutating func sum(
    _ linear: [InertialSample], _ gravity: [InertialSample]
  ) -> [InertialSample] {
    guard !linear.isEmpty else { return [] }
    guard !gravity.isEmpty else {
      unused.append(
        SensorFolder.Unused(
          file: "(acceleration without gravity)", reason: "there is no table of gravity with it"))
      return []
    }
    var result: [InertialSample] = []
    var index = 0
    for sample in linear {
      while index + 1 < gravity.count, gravity[index + 1].time <= sample.time { index += 1 }
      // A fusion algorithm delivers both together, a millisecond apart at most.
      let other = gravity[index]
      guard abs((sample.time - other.time).seconds) <= 0.02 else { continue }
      result.append(
        InertialSample(
          time: sample.time, x: sample.x + other.x, y: sample.y + other.y, z: sample.z + other.z))
    }
    return result
  }
}

extension WiFiScan {
  fileprivate func shifted(by shift: SimDuration) -> WiFiScan {
    WiFiScan(
      startTime: startTime + shift, endTime: endTime + shift,
      readings: readings.map { reading in
        var reading = reading
        reading.time += shift
        return reading
      })
  }
}
