import Documents
import Kernel
import Observations
import Recordings

/// A sensor row with its original times.
struct GNSSLoggerSample {
  /// Nanoseconds since boot.
  var sinceBoot: Int64?
  /// Unix time, in ms.
  var unixMillis: Int64?
  var x: Float
  var y: Float
  var z: Float
  var line: Int
}

// Fixes, motion sensors, and the common time base.

extension GNSSLoggerReader {
  /// The GPS epoch, 1980-01-06, in s of Unix time.
  private static let unixOrigin: Int64 = 315_964_800

  /// Converts Unix time in ms to GPS time in ns since 1980; nil if out of range.
  private func gpsNanoseconds(unixMillis: Int64) -> Int64? {
    // From 1980 to 2100.
    guard (Self.unixOrigin * 1000...4_102_444_800_000).contains(unixMillis) else { return nil }
    let utc = (unixMillis - Self.unixOrigin * 1000) * 1_000_000
    let leap = LeapSeconds.offset(at: gpsTime(nanoseconds: utc))
    return utc + Int64(LeapSeconds.offset(at: gpsTime(nanoseconds: utc) + Double(leap)))
      * 1_000_000_000
  }

  /// Sets the offset between time since boot and GPS time, from the first Raw row that has both.
  mutating func noteBootTime(_ columns: GNSSLoggerColumns) {
    guard bootOffset == nil, let epoch = open else { return }
    let chip = text.roundInteger(columns.index(of: .chipsetNanos))
    let log = text.roundInteger(columns.index(of: .elapsedMillis)).flatMap {
      (0..<Int64.max / 1_000_000).contains($0) ? $0 * 1_000_000 : nil
    }
    guard let sinceBoot = chip.flatMap({ $0 > 0 ? $0 : nil }) ?? log else { return }
    bootOffset = epoch.bestTime &- sinceBoot
  }

  mutating func readFix(
    _ columns: GNSSLoggerColumns
  ) throws(DocumentError) {
    guard let latitude = text.finiteNumber(columns.index(of: .latitude)),
      let longitude = text.finiteNumber(columns.index(of: .longitude)),
      let unix = text.roundInteger(columns.index(of: .unixMillis)),
      let time = gpsNanoseconds(unixMillis: unix)
    else {
      report.note(.badFixRow, line: text.line)
      return
    }
    for (name, column) in [
      ("latitude_deg", GNSSLoggerColumn.latitude), ("longitude_deg", .longitude),
    ] {
      guard let index = columns.index(of: column), let value = text.finiteNumber(index),
        let fault = InvalidValue(name, value)
      else { continue }
      throw text.failure(fault.description, field: index)
    }
    let altitude = text.finiteNumber(columns.index(of: .altitude))
    let vertical = text.finiteNumber(columns.index(of: .verticalAccuracy))
    let provider = columns.index(of: .provider).map { text.trimmedText($0) } ?? ""
    let source: LocationSource =
      switch provider.lowercased() {
      case "gps": .gnss
      case "nlp", "network": .wifi
      default: .fused
      }
    fixes.append(
      (
        time,
        LocationFix(
          time: .start,
          coordinate: Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude),
          horizontalAccuracyMetres: text.finiteNumber(columns.index(of: .accuracy))
            ?? -1,
          altitudeMetres: altitude ?? 0,
          // Logs of 2016 have no vertical accuracy: the height then counts as unknown.
          verticalAccuracyMetres: altitude == nil ? -1 : vertical ?? -1,
          courseDegrees: text.finiteNumber(columns.index(of: .bearing)) ?? -1,
          speedMetresPerSecond: text.finiteNumber(columns.index(of: .speed)) ?? -1,
          source: source,
          transmitterCount: text.roundInteger(columns.index(of: .usedSignals)).map {
            Int(min(max($0, 0), 1000))
          } ?? 0)
      ))
  }

  /// Appends a motion sensor row, corrected by the bias in its last three columns.
  mutating func readSensor(_ kind: GNSSLoggerKind, _ columns: GNSSLoggerColumns?) {
    // All logs have the same columns: Unix time, time since boot, three axes, three biases. Separate sensor
    // tables may lack the second.
    let first = columns?.index(of: .measurementX) ?? 3
    let unix = text.roundInteger(columns?.index(of: .utcMillis) ?? 1)
    let boot = first < 3 ? nil : text.roundInteger(columns?.index(of: .elapsedNanos) ?? 2)
    guard unix != nil || boot != nil, let x = text.finiteNumber(first),
      let y = text.finiteNumber(first + 1), let z = text.finiteNumber(first + 2),
      max(abs(x), abs(y), abs(z)) < 1e6
    else {
      report.note(.badInertialRow, line: text.line)
      return
    }
    let hasBias = kind.hasBias
    func bias(_ column: Int) -> Double {
      guard hasBias, let value = text.finiteNumber(column), abs(value) < 1e6 else { return 0 }
      return value
    }
    sensors[kind.rawValue].append(
      GNSSLoggerSample(
        sinceBoot: boot, unixMillis: unix, x: Float(x - bias(first + 3)),
        y: Float(y - bias(first + 4)), z: Float(z - bias(first + 5)), line: text.line))
  }

  /// Puts all data on one time base that starts with the earliest of them.
  mutating func result() throws(DocumentError) -> GNSSLoggerRecording {
    let pairs: [(GNSSLoggerKind, GNSSLoggerKind)] = [
      (.force, .uncalibratedForce), (.rotation, .uncalibratedRotation),
      (.field, .uncalibratedField),
    ]
    let inertial = pairs.map { plain, raw in
      placed(sensors[plain.rawValue].isEmpty ? sensors[raw.rawValue] : sensors[plain.rawValue])
    }
    // In order of time; entries of equal time keep the log's order.
    fixes = fixes.enumerated().sorted {
      ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
    }.map(\.element)
    let firsts =
      [epochs.first?.time, fixes.first?.time] + inertial.map { $0.first?.time }
    guard let start = firsts.compactMap({ $0 }).min() else {
      let found = report.lines.isEmpty ? "" : "; found were " + report.lines.joined(separator: ", ")
      throw DocumentError("\(text.file): no usable row of GnssLogger in the file\(found)")
    }
    func simTime(_ nanoseconds: Int64) -> SimTime { SimTime(nanoseconds: nanoseconds - start) }
    let samples = inertial.map { samples in
      samples.map { InertialSample(time: simTime($0.time), x: $0.x, y: $0.y, z: $0.z) }
    }
    return GNSSLoggerRecording(
      start: gpsTime(nanoseconds: start), device: device,
      epochs: epochs.map { time, epoch in
        var epoch = epoch
        epoch.time = simTime(time)
        return epoch
      },
      fixes: fixes.map { time, fix in
        var fix = fix
        fix.time = simTime(time)
        return fix
      },
      accelerometer: samples[0], gyroscope: samples[1], magnetometer: samples[2], report: report)
  }

  /// Converts sensor rows to GPS time, in ns since 1980; skips and counts rows out of order.
  private mutating func placed(
    _ samples: [GNSSLoggerSample]
  ) -> [(time: Int64, x: Float, y: Float, z: Float)] {
    var result: [(time: Int64, x: Float, y: Float, z: Float)] = []
    result.reserveCapacity(samples.count)
    // Without a Raw row, the first sensor row with both times gives the offset.
    var offset = bootOffset
    for sample in samples {
      if offset == nil, let boot = sample.sinceBoot, let unix = sample.unixMillis {
        offset = gpsNanoseconds(unixMillis: unix).map { $0 &- boot }
      }
      let byBoot = sample.sinceBoot.flatMap { boot in offset.map { $0 &+ boot } }
      let time = byBoot ?? sample.unixMillis.flatMap { gpsNanoseconds(unixMillis: $0) }
      guard let time, (0..<6_000_000_000_000_000_000).contains(time) else {
        report.note(.badInertialRow, line: sample.line)
        continue
      }
      if let last = result.last?.time {
        guard time > last else {
          report.note(.inertialDisorder, line: sample.line)
          continue
        }
        if time - last > 500_000_000 { report.note(.inertialGap, line: sample.line) }
      }
      result.append((time, sample.x, sample.y, sample.z))
    }
    return result
  }
}
