public import Kernel

/// A generation of cellular radio.
public enum CellTechnology: String, CaseIterable, Sendable {
  case gsm, umts, lte, nr
}

/// A modem's measurement of one cell.
public struct CellReading: Hashable, Sendable {
  /// The radio's generation.
  public var technology: CellTechnology
  /// Mobile country code.
  public var countryCode: Int
  /// Mobile network code.
  public var networkCode: Int
  /// Location or tracking area code; nil if the modem doesn't report it, as for neighbours.
  public var areaCode: Int?
  /// The cell's identity in its network; nil if the modem doesn't report it.
  public var cellIdentity: Int64?
  /// The physical cell identity.
  public var physicalIdentity: Int
  /// The channel number (EARFCN or equivalent).
  public var channelNumber: Int
  /// Received power (RSRP, RSCP or RSSI by technology), in dBm.
  public var powerDecibelMilliwatts: Double
  /// The timing advance in steps of the technology; nil if there is none.
  public var timingAdvance: Int?
  /// True for the serving cell.
  public var isServing: Bool

  /// Creates a reading.
  public init(
    technology: CellTechnology, countryCode: Int, networkCode: Int, areaCode: Int?,
    cellIdentity: Int64?, physicalIdentity: Int, channelNumber: Int,
    powerDecibelMilliwatts: Double, timingAdvance: Int? = nil, isServing: Bool
  ) {
    self.technology = technology
    self.countryCode = countryCode
    self.networkCode = networkCode
    self.areaCode = areaCode
    self.cellIdentity = cellIdentity
    self.physicalIdentity = physicalIdentity
    self.channelNumber = channelNumber
    self.powerDecibelMilliwatts = powerDecibelMilliwatts
    self.timingAdvance = timingAdvance
    self.isServing = isServing
  }
}

/// The serving cell and its neighbours at one moment.
public struct CellScan: Hashable, Sendable {
  /// Measurement time.
  public var time: SimTime
  /// The cells, the serving one first; empty out of coverage.
  public var readings: [CellReading]

  /// Creates a scan.
  public init(time: SimTime, readings: [CellReading]) {
    self.time = time
    self.readings = readings
  }
}
