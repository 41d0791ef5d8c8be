public import Documents
public import Observations
public import Recordings

/// The beacon positions of the OpenHPS fingerprints: `beacons.csv`.
///
/// Beacons without a position are skipped and counted, beacons without an address kept and counted.
/// Rejected, with the line: duplicate names, text in a number column, invalid addresses.
public struct OpenHPSBeacons: RecordingFormat {
  /// Skipped or incomplete rows of a file.
  public enum Warning: String, ReadingWarning {
    case incomplete = "beacons without a position"
    case noAddress = "beacons without an address (kept)"
  }

  /// A beacon and its position.
  public struct Row: Hashable, Sendable {
    /// Name, equal to its column's in the fingerprints.
    public var name: String
    /// Position, in m.
    public var x, y: Double
    /// MAC address; nil if the file has none.
    public var address: HardwareAddress?

    public init(name: String, x: Double, y: Double, address: HardwareAddress?) {
      self.name = name
      self.x = x
      self.y = y
      self.address = address
    }
  }

  /// In the file's order.
  public let rows: [Row]
  public let report: ReadingReport<Warning>

  public static func read(
    _ text: ByteWindow, file: String
  ) throws(DocumentError) -> OpenHPSBeacons {
    var table = try NamedTable(text, file: file)
    let x = try table.column("x")
    let y = try table.column("y")
    let name = try table.column("name")
    let address = table.columns.firstIndex(of: "mac")
    var report = ReadingReport<Warning>()
    var rows: [Row] = []
    var names: Set<String> = []
    while try table.next() {
      guard let east = try table.number(x, in: -1e6...1e6),
        let north = try table.number(y, in: -1e6...1e6)
      else {
        report.note(.incomplete, line: table.line)
        continue
      }
      let title = table.text(name)
      guard !title.isEmpty, names.insert(title).inserted else {
        throw table.misfit(name, "a name unique among the beacons")
      }
      var reported: HardwareAddress?
      if let address, table.text(address).isEmpty {
        report.note(.noAddress, line: table.line)
      } else if let address {
        reported = HardwareAddress(table.text(address))
        guard reported != nil else {
          throw table.misfit(address, "an address such as ff:ff:c3:12:cb:a9")
        }
      }
      rows.append(Row(name: title, x: east, y: north, address: reported))
    }
    return OpenHPSBeacons(rows: rows, report: report)
  }
}
