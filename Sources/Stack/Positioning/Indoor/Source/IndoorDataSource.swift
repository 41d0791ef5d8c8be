import Documents
import Geometry
public import Maps
public import Observations

/// Why an indoor data source can't start.
public enum IndoorSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table can't be read.
  case tableUnreadable(String)
  /// The table has no rows.
  case tableEmpty
  /// The table has no row of that identifier.
  case rowUnknown(Identifier128)
  /// The row has no positioning file.
  case attachmentMissing(Identifier128)
  /// There is no network, and nothing is kept on the phone.
  case offline
  /// The positioning file isn't good.
  case badFile(PositioningFileError)

  public var description: String {
    switch self {
    case .tableUnreadable(let reason): "the positioning table can't be read: \(reason)"
    case .tableEmpty: "the positioning table has no rows"
    case .rowUnknown(let row): "the positioning table has no row \(row)"
    case .attachmentMissing(let row): "row \(row) of the positioning table has no file"
    case .offline: "there is no network, and no positioning file on this device"
    case .badFile(let reason): "\(reason)"
    }
  }
}

/// Where the indoor locations of a map come from: a row of its positioning table, kept on the device,
/// and perhaps its pathways, to which locations are drawn.
///
/// After the rules that ArcGIS IPS documents: the file kept on the device is used if it is the row
/// that was asked for, or no row was and it is the most recent, or there is no network. Where it
/// can't start, a named error says why, and positioning outdoors isn't touched.
public struct IndoorDataSource: Sendable {
  /// Where the files are.
  public let table: PositioningTable
  /// The row that is asked for; nil for the most recent.
  public let rowID: Identifier128?
  /// What is kept on the device.
  public let cache: PositioningCache
  /// What locations are drawn to; nil to leave them as they are.
  public let pathways: PathwaySnapper?
  /// How it is set.
  public let parameters: Parameters
  /// What it does at present.
  public private(set) var status = DataSourceStatus.stopped
  /// All that has been told of it since this was last asked.
  public private(set) var events: [DataSourceStatus] = []
  /// Why it could not start.
  public private(set) var error: IndoorSourceError?
  /// The row in use.
  public private(set) var row: Identifier128?
  /// The radio map in use; nil unless started.
  public private(set) var radioMap: RadioMap?

  /// Creates a source that is stopped.
  ///
  /// - Parameters:
  ///   - table: The positioning table.
  ///   - rowID: The row; nil for the most recent.
  ///   - cache: What is kept on the device.
  ///   - pathways: The lines to draw locations to.
  ///   - parameters: How it is set.
  public init(
    table: PositioningTable, rowID: Identifier128? = nil, cache: PositioningCache,
    pathways: PathwaySnapper? = nil, parameters: Parameters = Parameters()
  ) {
    self.table = table
    self.rowID = rowID
    self.cache = cache
    self.pathways = pathways
    self.parameters = parameters
  }

  /// Takes the status events that haven't been told.
  public mutating func takeEvents() -> [DataSourceStatus] {
    defer { events.removeAll() }
    return events
  }

  private mutating func become(_ new: DataSourceStatus) {
    status = new
    events.append(new)
  }

  /// Starts; what comes of it is in ``status`` and ``error``.
  ///
  /// - Parameters:
  ///   - isOnline: Whether the network can be reached.
  ///   - map: The place that the phone knows; nil to take any.
  public mutating func start(isOnline: Bool, at map: VenueMap? = nil) {
    guard status == .stopped || status == .failedToStart else { return }
    become(.starting)
    do throws(IndoorSourceError) {
      try load(isOnline, at: map)
      error = nil
      become(.started)
    } catch {
      (radioMap, row) = (nil, nil)
      self.error = error
      become(.failedToStart)
    }
  }

  private mutating func load(
    _ isOnline: Bool, at map: VenueMap?
  ) throws(IndoorSourceError) {
    let (chosen, bytes, fetched) = try choose(isOnline)
    do throws(PositioningFileError) {
      let found = try PositioningFile.read(bytes)
      if let map { try Self.check(found, at: map, within: parameters.originReach) }
      (radioMap, row) = (found, chosen)
    } catch {
      throw .badFile(error)
    }
    // Only what is good is kept: half a download would be found again.
    if let fetched { cache.keep(fetched, of: table.path) }
  }

  /// Stops.
  public mutating func stop() {
    guard status == .started else { return }
    become(.stopping)
    (radioMap, row) = (nil, nil)
    become(.stopped)
  }

  /// Which file to use, and what is to be kept of it if it was fetched.
  private func choose(
    _ isOnline: Bool
  ) throws(IndoorSourceError) -> (Identifier128, [UInt8], PositioningCache.Kept?) {
    let kept = cache.kept(of: table.path)
    // The very row that was asked for is on the device.
    if let rowID, let kept, kept.globalID == rowID { return (rowID, kept.bytes, nil) }
    guard isOnline else {
      guard let kept else { throw .offline }
      return (kept.globalID, kept.bytes, nil)
    }
    let rows: [PositioningTable.Row]
    do { rows = try table.rows() } catch { throw .tableUnreadable("\(error)") }
    guard let newest = rows.first else { throw .tableEmpty }
    let wanted = rowID ?? newest.globalID
    // The most recent is on the device.
    if rowID == nil, let kept, kept.globalID == wanted { return (wanted, kept.bytes, nil) }
    guard let row = rows.first(where: { $0.globalID == wanted }) else { throw .rowUnknown(wanted) }
    let bytes: [UInt8]?
    do { bytes = try table.attachment(wanted) } catch { throw .tableUnreadable("\(error)") }
    guard let bytes, !bytes.isEmpty else { throw .attachmentMissing(wanted) }
    let fresh = PositioningCache.Kept(
      globalID: wanted, createdSeconds: row.createdSeconds, bytes: bytes)
    return (wanted, bytes, fresh)
  }

  /// Checks that a file is of a place, its origin within so many metres, and has its levels.
  static func check(
    _ radio: RadioMap, at map: VenueMap, within reach: Double
  ) throws(PositioningFileError) {
    let metres = LocalFrame(origin: radio.origin).enu(of: map.frame.origin).xy.length
    guard metres < reach else { throw .elsewhere(venue: radio.venue, metres: metres) }
    let known = Set(radio.planes.compactMap(\.ordinal))
    guard !known.isEmpty else { throw .levelMissing(map.levels.first?.ordinal ?? 0) }
  }

  /// A location as an app receives it: drawn to the pathways, if there are any.
  ///
  /// - Parameters:
  ///   - fix: The raw location.
  ///   - map: The place, for its frame.
  /// - Returns: The location to show, and the raw one.
  public func location(
    _ fix: LocationFix, in map: VenueMap
  ) -> (shown: LocationFix, raw: LocationFix) {
    (pathways?.snapped(fix, in: map, within: parameters.pathwayReach) ?? fix, fix)
  }
}
