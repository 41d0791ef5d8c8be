import Geometry
import Glibc
public import Kernel
public import Observations
public import Truth
import Venues

/// The cells that a phone hears, and the one it camps on.
///
/// Levels are by 3GPP TR 38.901's median loss in or out of sight, which houses decide where they are
/// known and a field frozen in space elsewhere; less what walls take, plus a shadow frozen in space.
/// The phone changes to another cell of its network when that has been stronger by some dB for some
/// time. It remembers no more than the cell it was on and since when another has been better; what it
/// missed since it was last asked is looked at in the last 1.3 s alone.
public struct CellModel: SignalModel {
  /// A step of the timing advance of LTE: 16 Ts of two ways, 78 m (3GPP TS 36.213).
  static let advanceStepMetres = 78.12
  /// The way round that a signal out of sight takes; an estimate after the delay spread of UMa.
  private static let detourMetres = 60.0
  /// The usual pattern of a sector: 65° wide, and 20 dB down behind (3GPP TR 36.814).
  private static let beamRadians = 65 * Double.pi / 180
  private static let backDecibels = 20.0
  /// How far below the serving cell a neighbour can be told apart, in dB; an estimate.
  private static let neighbourRange = 22.0

  private let parameters: CellParameters
  private let surroundings: CellSurroundings
  private let network: Int?
  private let key: UInt64
  /// The sectors of the phone's network, and their levels when last measured.
  private let sectors: [Int]
  private var levels: [Double]
  /// What place and houses make of each sector's level, and where that was worked out: a phone at rest needs
  /// no rays.
  private var steady: [Double]
  private var steadyPlace: CellPlace?
  private var serving: Int?
  /// Which cell has been better, and since when.
  private var rival: (sector: Int, since: SimTime)?
  private var last: SimTime?

  /// Creates what one device hears.
  public init(
    _ parameters: CellParameters, in surroundings: CellSurroundings, for receiver: SignalReceiver
  ) {
    self.parameters = parameters
    self.surroundings = surroundings
    var draw = receiver.stream("cell.device")
    key = draw.next()
    let choice = draw.uniform()
    let networks = surroundings.networks
    network =
      parameters.networkCode
      ?? (networks.isEmpty ? nil : networks[Int(choice * Double(networks.count))])
    let own = network
    sectors = surroundings.sectors.indices.filter {
      surroundings.sites[surroundings.sectors[$0].site].site.networkCode == own
    }
    levels = Array(repeating: -.infinity, count: sectors.count)
    steady = levels
  }

  /// The cells heard at a time; a scan without any out of coverage.
  public mutating func sense(along trajectory: Trajectory, at time: SimTime) -> CellScan? {
    let step = SimDuration.seconds(max(0.04, parameters.triggerSeconds))
    if let last, last < time {
      let count = min(4, Int((time - last) / step))
      for back in (0..<count).reversed() where back > 0 {
        decide(trajectory, at: time - step * Int64(back))
      }
    }
    decide(trajectory, at: time)
    last = time
    return report(trajectory, at: time)
  }

  /// Measures all cells and changes to another if it is due.
  private mutating func decide(_ trajectory: Trajectory, at time: SimTime) {
    measureSteady(at: CellPlace(trajectory, at: time))
    for index in sectors.indices {
      levels[index] = steady[index] + noise(surroundings.sectors[sectors[index]], time)
    }
    guard let best = levels.indices.max(by: { levels[$0] < levels[$1] }),
      levels[best] >= parameters.leastLevel
    else {
      serving = nil
      rival = nil
      return
    }
    guard let own = serving, levels[own] >= parameters.leastLevel else {
      serving = best
      rival = nil
      return
    }
    guard best != own, levels[best] > levels[own] + parameters.hysteresisDecibels else {
      rival = nil
      return
    }
    if let rival, rival.sector == best {
      if time - rival.since >= .seconds(parameters.triggerSeconds) {
        serving = best
        self.rival = nil
      }
    } else if parameters.triggerSeconds == 0 {
      serving = best
    } else {
      rival = (best, time)
    }
  }

  /// Works out what place and houses make of each sector's level, unless that is known.
  private mutating func measureSteady(at place: CellPlace) {
    guard place != steadyPlace else { return }
    steadyPlace = place
    var site = -1
    var median = 0.0
    for index in sectors.indices {
      let sector = surroundings.sectors[sectors[index]]
      if sector.site != site {
        site = sector.site
        median = surroundings.median(of: site, at: place, parameters)
      }
      steady[index] = median + pattern(sector, place)
    }
  }

  private func pattern(_ sector: CellSurroundings.Sector, _ place: CellPlace) -> Double {
    guard let azimuth = sector.azimuth else { return 0 }
    let way = place.position.xy - surroundings.sites[sector.site].site.position.xy
    var angle = (way.angle - azimuth).truncatingRemainder(dividingBy: 2 * .pi)
    if angle > .pi { angle -= 2 * .pi }
    if angle < -.pi { angle += 2 * .pi }
    let turn = angle / Self.beamRadians
    return -min(Self.backDecibels, 12 * turn * turn)
  }

  private func noise(_ sector: CellSurroundings.Sector, _ time: SimTime) -> Double {
    guard parameters.noiseDecibels > 0 else { return 0 }
    let moment = WiFiHash.mixed(UInt64(bitPattern: time.nanoseconds) ^ key)
    return parameters.noiseDecibels * WiFiHash.normal(WiFiHash.mixed(moment ^ sector.key))
  }

  private func report(_ trajectory: Trajectory, at time: SimTime) -> CellScan {
    guard let own = serving else { return CellScan(time: time, readings: []) }
    let place = CellPlace(trajectory, at: time)
    var readings = [reading(own, isServing: true, place)]
    let floor = max(parameters.leastLevel - 8, levels[own] - Self.neighbourRange)
    let others = levels.indices.filter { $0 != own && levels[$0] >= floor }
      .sorted { (levels[$1], $0) < (levels[$0], $1) }
    for other in others.prefix(parameters.neighbours) {
      readings.append(reading(other, isServing: false, place))
    }
    return CellScan(time: time, readings: readings)
  }

  private func reading(_ index: Int, isServing: Bool, _ place: CellPlace) -> CellReading {
    let sector = surroundings.sectors[sectors[index]]
    let site = surroundings.sites[sector.site]
    let cell = site.site.sectors[sector.number]
    // 3GPP TS 36.133 9.1.4: RSRP from -140 to -44 dBm in whole dB.
    let level =
      parameters.isQuantised ? min(-44, max(-140, levels[index].rounded())) : levels[index]
    var advance: Int?
    if isServing, site.site.technology == .lte {
      let isClear = surroundings.isClear(sector.site, at: place, parameters)
      let way = site.site.position.distance(to: place.position)
      advance = Int((way + (isClear ? 0 : Self.detourMetres)) / Self.advanceStepMetres)
    }
    return CellReading(
      technology: site.site.technology, countryCode: site.site.countryCode,
      networkCode: site.site.networkCode, areaCode: isServing ? site.site.areaCode : nil,
      cellIdentity: isServing ? cell.cellIdentity : nil, physicalIdentity: cell.physicalIdentity,
      channelNumber: cell.channelNumber, powerDecibelMilliwatts: level, timingAdvance: advance,
      isServing: isServing)
  }
}
