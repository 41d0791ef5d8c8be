import Kernel
import Observations

extension NMEARecording {
  /// The epochs of a log, of which a long one has millions, in compact rows.
  public struct EpochList: RandomAccessCollection, Hashable, Sendable {
    private struct Row: Hashable, Sendable {
      /// In ns.
      var time: Int64
      var line: Int
      var fix: Int?
      var quality: Int8?
      var horizontalDilution, verticalDilution: Double?
      var firstSatellite, satelliteCount: Int
    }

    private var rows: [Row] = []
    private var fixes: [ReceiverFix] = []
    private var satellites: [Satellite] = []
    /// Time zero of the epochs, in ns.
    private var origin: Int64 = 0

    init() {}

    /// Adds an epoch at a time in ns.
    mutating func append(_ epoch: Epoch, time: Int64, line: Int) {
      rows.append(
        Row(
          time: time, line: line, fix: epoch.fix == nil ? nil : fixes.count,
          quality: epoch.quality.map { Int8($0) },
          horizontalDilution: epoch.horizontalDilution, verticalDilution: epoch.verticalDilution,
          firstSatellite: satellites.count, satelliteCount: epoch.satellites.count))
      if let fix = epoch.fix { fixes.append(fix) }
      satellites.append(contentsOf: epoch.satellites)
    }

    /// Puts the epochs in order of time.
    mutating func sort() { rows = inOrderOfTime(rows, \.time) }

    /// Sets time zero to the first epoch and returns its time in ns.
    mutating func setOrigin() -> Int64 {
      origin = rows.first?.time ?? 0
      return origin
    }

    var firstLine: Int? { rows.first?.line }
    var lines: [Int] { rows.map(\.line) }
    var times: [SimTime] { rows.map { simTime($0.time, since: origin) } }

    public var startIndex: Int { 0 }
    public var endIndex: Int { rows.count }

    public subscript(position: Int) -> Epoch {
      let row = rows[position]
      let time = simTime(row.time, since: origin)
      let fix = row.fix.map { index in
        var fix = fixes[index]
        fix.time = time
        return fix
      }
      let satellites = Array(
        satellites[row.firstSatellite..<row.firstSatellite + row.satelliteCount])
      return Epoch(
        time: time, fix: fix, quality: row.quality.map { Int($0) },
        horizontalDilution: row.horizontalDilution, verticalDilution: row.verticalDilution,
        satellites: satellites)
    }
  }
}
