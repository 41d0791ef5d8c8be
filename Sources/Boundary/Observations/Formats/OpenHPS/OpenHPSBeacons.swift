public import Documents

/// Where the beacons of the OpenHPS fingerprints stand: `beacons.csv`.
///
/// Rows that lack a place are left out and counted; a name that stands twice, text where a number
/// belongs and an address that is none are refused with their line.
public struct OpenHPSBeacons: Hashable, Sendable {
  /// One beacon.
  public struct Row: Hashable, Sendable {
    /// The name: that of its column in the fingerprints.
    public var name: String
    /// Where it stands, in m.
    public var x, y: Double
    /// The radio's address; nil if the file doesn't tell.
    public var address: HardwareAddress?

    /// Creates a beacon.
    public init(name: String, x: Double, y: Double, address: HardwareAddress?) {
      self.name = name
      self.x = x
      self.y = y
      self.address = address
    }
  }

  /// The beacons, in the file's order.
  public let rows: [Row]
  /// What had to be mended.
  public let repairs: OpenHPSRepairs

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: Its content, gzipped or not.
  ///   - file: Its name in messages.
  /// - Returns: The beacons.
  /// - Throws: What is wrong, and where.
  public static func read(
    _ bytes: [UInt8], file: String
  ) throws(DocumentError) -> OpenHPSBeacons {
    var table = try RadioDataTable(bytes, file: file)
    let x = try table.column("x")
    let y = try table.column("y")
    let name = try table.column("name")
    let address = table.columns.firstIndex(of: "mac")
    var repairs = OpenHPSRepairs()
    var rows: [Row] = []
    var names: Set<String> = []
    while try table.next() {
      guard let east = try table.number(x, in: -1e6...1e6),
        let north = try table.number(y, in: -1e6...1e6)
      else {
        repairs.incomplete += 1
        continue
      }
      let title = table.text(name)
      guard !title.isEmpty, names.insert(title).inserted else {
        throw table.error("a name that no other beacon has belongs here", at: name)
      }
      var told: HardwareAddress?
      if let address, !table.text(address).isEmpty {
        told = HardwareAddress(table.text(address))
        guard told != nil else {
          throw table.error("an address such as ff:ff:c3:12:cb:a9 belongs here", at: address)
        }
      }
      rows.append(Row(name: title, x: east, y: north, address: told))
    }
    return OpenHPSBeacons(rows: rows, repairs: repairs)
  }
}
