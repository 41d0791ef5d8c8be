import Geometry
import Glibc
public import Kernel
public import Observations
public import Truth
import Venues

/// Cellular reception: 3GPP TR 38.901 path loss, Gudmundson shadowing and event A3 cell changes.
///
/// The median loss is that with or without line of sight. Buildings decide the line of sight if they are
/// mapped, else a random field frozen in space. Wall losses are subtracted and shadowing is added. The
/// phone changes to another cell of its network when that has been stronger by some dB for some time.
/// Its only state is the serving cell, the candidate and its start time; missed measurements are made up
/// for the last 1.3 s only.
public struct CellModel: SignalModel {
  /// Timing advance step of LTE: 16 Ts of two-way delay, 78 m (3GPP TS 36.213).
  static let advanceStepMetres = 78.12
  /// Excess path without line of sight; an estimate after the delay spread of UMa.
  private static let detourMetres = 60.0
  /// Sector antenna pattern: 65° beam width, 20 dB front-to-back (3GPP TR 36.814).
  private static let beamRadians = 65 * Double.pi / 180
  private static let backDecibels = 20.0
  /// Max level difference of a detectable neighbour below the serving cell, in dB; an estimate.
  private static let neighbourRange = 22.0

  private let parameters: CellParameters
  private let surroundings: CellSurroundings
  private let network: Int?
  private let key: UInt64
  /// The sectors of the phone's network, and their last measured levels.
  private let sectors: [Int]
  private var levels: [Double]
  /// The noise-free level of each sector, with the position it was computed for: a phone at rest needs no
  /// ray casting.
  private var steady: [Double]
  private var steadyPlace: CellPlace?
  private var serving: Int?
  /// The candidate cell for the next change, and the time since when it has been better.
  private var alternative: (sector: Int, since: SimTime)?
  private var last: SimTime?

  /// Creates the modem of one device.
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

  /// The received cells; an empty scan out of coverage.
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

  /// Measures all cells and changes the serving cell if due (event A3 with time to trigger).
  private mutating func decide(_ trajectory: Trajectory, at time: SimTime) {
    measureSteady(at: CellPlace(trajectory, at: time))
    for index in sectors.indices {
      levels[index] = steady[index] + noise(surroundings.sectors[sectors[index]], time)
    }
    guard let best = levels.indices.max(by: { levels[$0] < levels[$1] }),
      levels[best] >= parameters.minLevel
    else {
      serving = nil
      alternative = nil
      return
    }
    guard let own = serving, levels[own] >= parameters.minLevel else {
      serving = best
      alternative = nil
      return
    }
    guard best != own, levels[best] > levels[own] + parameters.hysteresisDecibels else {
      alternative = nil
      return
    }
    if let alternative, alternative.sector == best {
      if time - alternative.since >= .seconds(parameters.triggerSeconds) {
        serving = best
        self.alternative = nil
      }
    } else if parameters.triggerSeconds == 0 {
      serving = best
    } else {
      alternative = (best, time)
    }
  }

  /// Computes the noise-free levels, unless they are cached.
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

  private func pattern(_ sector: CellSurroundings.SectorAntenna, _ place: CellPlace) -> Double {
    guard let azimuth = sector.azimuth else { return 0 }
    let way = place.position.xy - surroundings.sites[sector.site].site.position.xy
    var angle = (way.angle - azimuth).truncatingRemainder(dividingBy: 2 * .pi)
    if angle > .pi { angle -= 2 * .pi }
    if angle < -.pi { angle += 2 * .pi }
    let turn = angle / Self.beamRadians
    return -min(Self.backDecibels, 12 * turn * turn)
  }

  private func noise(_ sector: CellSurroundings.SectorAntenna, _ time: SimTime) -> Double {
    guard parameters.noiseDecibels > 0 else { return 0 }
    let moment = WiFiHash.mixed(UInt64(bitPattern: time.nanoseconds) ^ key)
    return parameters.noiseDecibels * WiFiHash.normal(WiFiHash.mixed(moment ^ sector.key))
  }

  private func report(_ trajectory: Trajectory, at time: SimTime) -> CellScan {
    guard let own = serving else { return CellScan(time: time, readings: []) }
    let place = CellPlace(trajectory, at: time)
    var readings = [reading(own, isServing: true, place)]
    let floor = max(parameters.minLevel - 8, levels[own] - Self.neighbourRange)
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
