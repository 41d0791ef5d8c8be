import Documents
import Formats
import Observations
import Recordings
import Testing

/// One kind of damage to a file of rows.
enum LogDamage: String, CaseIterable, CustomTestStringConvertible {
  case gap, disorder, twice, empty, notANumber, extraField, missingField, truncated
  case carriageReturns, byteOrderMark

  var testDescription: String { rawValue }
}

/// A small flawless file of a format.
struct LogSample {
  var head = ""
  /// Separator of fields.
  var separator = ","
  /// End of a row before the line ending.
  var end = ""
  /// The fields of the row at a tick; the field `value` can be omitted.
  var fields: (_ tick: Int) -> [String]
  /// Index of the damaged field.
  var value: Int

  /// The rows of a damaged file, and those that may be reported.
  func rows(_ damage: LogDamage) -> (rows: [String], suspects: Set<Int>) {
    var ticks = Array(0..<10)
    // After an omitted row, a gap may be reported at the next.
    var suspects: Set<Int> = [5, 6]
    if damage == .gap { ticks[5...] = [5005, 5006, 5007, 5008, 5009] }
    if damage == .disorder {
      ticks.swapAt(4, 5)
      suspects = [4, 5]
    }
    if damage == .twice { ticks.insert(4, at: 5) }
    var rows = ticks.map(fields)
    switch damage {
    case .empty: rows[5][value] = ""
    case .notANumber: rows[5][value] = "NaN"
    case .extraField: rows[5].append("7")
    case .missingField: rows[5].remove(at: value)
    default: break
    }
    var lines = rows.map { $0.joined(separator: separator) + end }
    if damage == .truncated {
      lines[9] = String(lines[9].prefix(lines[9].count / 2))
      suspects = [9]
    }
    return (lines, suspects)
  }

  /// The file, and the suspect lines, from 1.
  func file(_ damage: LogDamage?) -> (text: String, lines: Set<Int>) {
    let (rows, suspects) = rows(damage ?? .carriageReturns)
    var text = head + rows.joined(separator: "\n") + (damage == .truncated ? "" : "\n")
    if damage == .carriageReturns { text = text.replacing("\n", with: "\r\n") }
    if damage == .byteOrderMark { text = "\u{FEFF}" + text }
    let first = head.split(separator: "\n").count + 1
    return (text, Set(suspects.map { $0 + first }))
  }
}

extension LogFormat {
  /// A flawless file of the format, of ten rows.
  var sample: LogSample {
    func unix(_ tick: Int) -> String { "\(1_614_426_290_000 + tick * 20)" }
    switch self {
    case .motionSense:
      let names = ["attitude.roll", "attitude.pitch", "attitude.yaw"]
      let vectors = ["gravity", "rotationRate", "userAcceleration"].flatMap { name in
        ["x", "y", "z"].map { "\(name).\($0)" }
      }
      return LogSample(
        head: "," + (names + vectors).joined(separator: ",") + "\n",
        fields: {
          ["\($0)", "0", "0", "0", "0", "0", "-1"] + ["0.1"] + ["0", "0", "0", "0", "0"]
        },
        value: 7)
    case .wisdm:
      return LogSample(
        end: ";", fields: { ["1600", "A", "\($0 * 50_000_000)", "0.5", "9.8", "0"] }, value: 3)
    case .oxford:
      return LogSample(fields: { ["\($0 * 5_000_000)", "3", "0.5", "0", "9.8"] }, value: 2)
    case .oxfordSwitches:
      return LogSample(fields: { ["\($0 * 90_000_000)", "0", "1"] }, value: 1)
    case .oxfordTrace:
      return LogSample(
        fields: { ["\($0 * 5_000_000)", "0.5", "0", "9.8", "0", "0", "0"] }, value: 2)
    case .smartphoneWatch:
      return LogSample(
        head: "x_acc,y_acc,z_acc,x_gyro,y_gyro,z_gyro,timestamp,label\n",
        fields: { ["0", "0", "9.8", "0.1", "0", "0", unix($0), "WALKING"] }, value: 3)
    case .sensorWatch:
      return LogSample(
        head: "Timestamp,Magnitude,Steps,Header\n",
        fields: { ["\(Double($0) / 25)", "20000", $0 == 0 ? "7" : "", ""] }, value: 1)
    case .competition:
      return LogSample(
        separator: "\t", fields: { [unix($0), "TYPE_ACCELEROMETER", "0.1", "0", "9.8", "3"] },
        value: 2)
    case .getSensorData:
      return LogSample(
        separator: ";",
        fields: { tick in
          let time = "\(Double(tick) / 50)"
          return ["ACCE", time, time, "0.1", "0", "9.8", "3"]
        }, value: 3)
    case .gnssLogger:
      return LogSample(
        head: "# Accel,utcTimeMillis,elapsedRealtimeNanos,AccelXMps2,AccelYMps2,AccelZMps2\n",
        fields: { ["Accel", unix($0), "\($0 * 20_000_000)", "0.1", "0", "9.8"] }, value: 3)
    default: return radioSample
    }
  }

  private var radioSample: LogSample {
    func unix(_ tick: Int) -> String { "\(1_614_426_290_000 + tick * 20)" }
    switch self {
    case .fingerprints:
      return LogSample(
        head: "WAP001,LONGITUDE,LATITUDE,FLOOR,BUILDINGID,TIMESTAMP\n",
        fields: { ["-50", "-7515.9", "4864889.6", "1", "1", "\(1_380_872_703 + $0)"] }, value: 1)
    case .magnetic:
      return LogSample(
        separator: " ", fields: { [unix($0), "1", "2", "40"] + Array(repeating: "0", count: 6) },
        value: 3)
    case .herald:
      return LogSample(
        head: "time,rssi,distance\n",
        fields: { tick in
          let minute = tick / 60 % 60
          let clock = [9 + tick / 3600, minute, tick % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
          return ["2021-03-11 " + clock.joined(separator: ":"), "-50", "20"]
        }, value: 1)
    case .libRSF:
      return LogSample(
        separator: " ",
        fields: { tick in
          ["pseudorange3", "\(Double(tick) / 50)", "19949087.7", "25", "14567933.9", "2809850.97"]
            + ["21875628.1", "12", "1", "85.1", "49"]
        }, value: 2)
    case .beacons:
      return LogSample(
        head: "x,y,name,mac\n",
        fields: { ["\($0)", "31.16", "BEACON_\($0)", "ff:ff:c3:12:cb:a\($0 % 10)"] }, value: 1)
    case .beaconFingerprints:
      return LogSample(
        head: "TIMESTAMP,X,Y,ORIENTATION,A,B\n",
        fields: { [unix($0), "1", "2", "90", "-60", "100"] },
        value: 1)
    default:
      let names = ["ROLL,PITCH,YAW,ACC_X,ACC_Y,ACC_Z,RRATE_X,RRATE_Y,RRATE_Z"]
      return LogSample(
        head: "TIMESTAMP,X,Y,ORIENTATION," + names[0] + ",MAG_X,MAG_Y,MAG_Z,QX,QY,QZ,QW\n",
        fields: { [unix($0), "1", "2", "90"] + Array(repeating: "0.5", count: 16) }, value: 7)
    }
  }

  /// True for formats of positions or of a phone app.
  var holdsPositions: Bool {
    switch self {
    case .nmea, .gpx, .kml, .fit, .carTracks, .carRoutes, .carNetwork: true
    case .sensorTable, .commaTable: true
    default: false
    }
  }

  /// True if the format isn't a time series, so that some kinds of damage don't apply.
  var isNoSeries: Bool { self == .fingerprints || self == .beacons }
}

/// Every reader repairs and counts each kind of damage, or rejects it with the line.
struct LogDamageTests {
  /// Formats of positions have their own tests, because they aren't rows of separated text.
  @Test(
    arguments: LogFormat.allCases.filter { !$0.holdsPositions }, LogDamage.allCases)
  func damageIsRepairedOrRefused(format: LogFormat, damage: LogDamage) throws {
    let sample = format.sample
    let good = try format.read(Array(sample.file(nil).text.utf8))
    #expect(good.count > 0 && good.lines.isEmpty, "\(good.lines)")
    let (text, suspects) = sample.file(damage)
    let isHarmless =
      damage == .carriageReturns || damage == .byteOrderMark
      || (format.isNoSeries && (damage == .gap || damage == .disorder))
    do throws(DocumentError) {
      let read = try format.read(Array(text.utf8))
      if isHarmless {
        #expect(read.count == good.count && read.lines.isEmpty, "\(read.lines)")
        return
      }
      #expect(!read.lines.isEmpty, "accepted without a report:\n\(text)")
      #expect(
        read.lines.allSatisfy { line in suspects.contains { line.hasSuffix("line \($0))") } },
        "\(read.lines), expected at \(suspects)")
    } catch {
      #expect(!isHarmless, "\(error)")
      let place = try #require(error.diagnostics.first?.place, "\(error)")
      #expect(suspects.contains(place.line) && place.file == format.rawValue, "\(error)")
    }
  }

  /// An error names the column in characters, the found text, and the expected one.
  @Test func reportsTheColumn() throws {
    let text = "time,rssi,distance\n\n2021-03-11 09:01:51,\"-5x\",1\n"
    let error = try #require(throws: DocumentError.self) {
      try HeraldRecording.read(Array(text.utf8), file: "h.csv")
    }
    #expect(error.description == "h.csv:3:22: expected a number, found '-5x'")
  }
}
