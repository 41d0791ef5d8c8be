import Documents
import Geometry
public import Maps
public import Observations

/// Error at the start of an indoor data source.
public enum IndoorSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The table cannot be read.
  case tableUnreadable(String)
  /// The table has no rows.
  case tableEmpty
  /// The table has no row with this identifier.
  case rowUnknown(Identifier128)
  /// The row has no positioning file.
  case attachmentMissing(Identifier128)
  /// No network, and no cached file.
  case offline
  /// The positioning file is invalid.
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

/// Indoor data source: a row of a positioning table, cached on the device, with optional path
/// snapping.
///
/// Follows the rules that ArcGIS IPS documents: the cached file is used if it is the requested row,
/// or if no row was requested and it is the most recent, or without a network. A failed start gives
/// a named error and does not affect outdoor positioning.
public struct IndoorDataSource: Sendable {
  public let table: PositioningTable
  /// Requested row; nil for the most recent.
  public let rowID: Identifier128?
  public private(set) var cache: PositioningCache
  /// Lines to which locations are snapped; nil for no snapping.
  public let pathways: PathwaySnapper?
  public let parameters: Parameters
  public private(set) var status = DataSourceStatus.stopped
  /// Status changes since the last ``drainEvents()``.
  public private(set) var events: [DataSourceStatus] = []
  /// Error of the last failed start.
  public private(set) var error: IndoorSourceError?
  /// Row in use.
  public private(set) var row: Identifier128?
  /// Radio map in use; nil unless started.
  public private(set) var radioMap: RadioMap?

  /// Creates a stopped source.
  ///
  /// - Parameters:
  ///   - table: The positioning table.
  ///   - rowID: Requested row; nil for the most recent.
  ///   - cache: Cache on the device.
  ///   - pathways: Lines to which locations are snapped; nil for no snapping.
  ///   - parameters: Parameters of the source.
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

  /// Returns and removes the pending status changes.
  public mutating func drainEvents() -> [DataSourceStatus] {
    defer { events.removeAll() }
    return events
  }

  private mutating func become(_ new: DataSourceStatus) {
    status = new
    events.append(new)
  }

  /// Starts; the result is in ``status`` and ``error``.
  ///
  /// - Parameters:
  ///   - isOnline: True if the network is reachable.
  ///   - map: Venue that the file must belong to; nil for any.
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
    // Only valid files are cached; an incomplete download would be found again.
    if let fetched { cache.keep(fetched, of: table.path) }
  }

  public mutating func stop() {
    guard status == .started else { return }
    become(.stopping)
    (radioMap, row) = (nil, nil)
    become(.stopped)
  }

  /// Returns the file to use, and its cache entry if it was fetched.
  private func choose(
    _ isOnline: Bool
  ) throws(IndoorSourceError) -> (Identifier128, [UInt8], PositioningCache.CachedFile?) {
    let kept = cache.kept(of: table.path)
    // The requested row is cached.
    if let rowID, let kept, kept.globalID == rowID { return (rowID, kept.bytes, nil) }
    guard isOnline else {
      guard let kept else { throw .offline }
      return (kept.globalID, kept.bytes, nil)
    }
    let rows: [PositioningTable.Row]
    do { rows = try table.rows() } catch { throw .tableUnreadable("\(error)") }
    guard let newest = rows.first else { throw .tableEmpty }
    let wanted = rowID ?? newest.globalID
    // The most recent row is cached.
    if rowID == nil, let kept, kept.globalID == wanted { return (wanted, kept.bytes, nil) }
    guard let row = rows.first(where: { $0.globalID == wanted }) else { throw .rowUnknown(wanted) }
    let bytes: [UInt8]?
    do { bytes = try table.attachment(wanted) } catch { throw .tableUnreadable("\(error)") }
    guard let bytes, !bytes.isEmpty else { throw .attachmentMissing(wanted) }
    let fresh = PositioningCache.CachedFile(
      globalID: wanted, createdSeconds: row.createdSeconds, bytes: bytes)
    return (wanted, bytes, fresh)
  }

  /// Checks that a file's origin is within `reach` m of the venue and that it has levels.
  static func check(
    _ radio: RadioMap, at map: VenueMap, within reach: Double
  ) throws(PositioningFileError) {
    let metres = LocalFrame(origin: radio.origin).enu(of: map.frame.origin).xy.length
    guard metres < reach else { throw .elsewhere(venue: radio.venue, metres: metres) }
    let known = Set(radio.planes.compactMap(\.ordinal))
    guard !known.isEmpty else { throw .levelMissing(map.levels.first?.ordinal ?? 0) }
  }

  /// Returns a location as an app receives it, snapped to the pathways if there are any.
  ///
  /// - Returns: The location to show, and the raw one.
  public func location(
    _ fix: LocationFix, in map: VenueMap
  ) -> (shown: LocationFix, raw: LocationFix) {
    (pathways?.snapped(fix, in: map, within: parameters.pathwayReach) ?? fix, fix)
  }
}
