import Formats
import Geometry
import Kernel
import Maps
import Observations
import Scoring
import Signals
import Truth
import Venues

/// Comparisons of Wi-Fi.
let wifiStudies: [ValidationStudy] = [
  ValidationStudy(name: "Wi-Fi in a mall", sets: [.indoorCompetition]) { data, comparison in
    let real = try competitionWalks(data)
    guard !real.isEmpty else {
      comparison.gaps.append("Wi-Fi in a mall: no traces in the folder")
      return
    }
    let mall = WiFiStudiesReport(
      situation: "walking in a mall, phone in the hand",
      source: ValidationSet.indoorCompetition.rawValue, real: real, synthetic: try mallWalks())
    try mall.reportLevels(&comparison)
    try mall.reportTimes(&comparison)
    try mall.reportSuccession(&comparison)
    try mall.reportPlaces(&comparison)
  },
  ValidationStudy(name: "Wi-Fi in a museum", sets: [.ipin2023]) { data, comparison in
    let real = try museumLogs(data)
    guard !real.isEmpty else {
      comparison.gaps.append("Wi-Fi in a museum: no logs in the folder")
      return
    }
    let museum = WiFiStudiesReport(
      situation: "walking in a quiet museum", source: ValidationSet.ipin2023.rawValue,
      real: real, synthetic: try museumWalks())
    try museum.reportLevels(&comparison)
    try museum.reportSuccession(&comparison)
  },
]

/// The traces of the Indoor Location Competition, each with its site and floor.
func radioCompetitionTraces(
  _ data: ValidationData
) throws -> [(floor: String, trace: IndoorCompetition)] {
  try data.files(under: ValidationSet.indoorCompetition.rawValue, suffix: ".txt.gz").map { file in
    // The set's folder, site, floor, kind of trace, file.
    let floor = file.split(separator: "/").prefix(3).joined(separator: "/")
    return (floor, try IndoorCompetition.read(try data.bytes(file), file: file))
  }
}

private func competitionWalks(_ data: ValidationData) throws -> [WiFiStudiesWalk] {
  try radioCompetitionTraces(data).map { WiFiStudiesWalk($0.trace, floor: $0.floor) }
    .filter { $0.scans.count > 1 }
}

/// Logs in pieces of twenty scans, to get a sample.
private func museumLogs(_ data: ValidationData) throws -> [WiFiStudiesWalk] {
  try data.files(under: ValidationSet.ipin2023.rawValue, suffix: ".txt.gz").flatMap { file in
    let log = try GetSensorData.read(try data.bytes(file), file: file)
    return WiFiStudiesWalk(floor: file, scans: log.scans, way: []).pieces(of: 20)
  }.filter { $0.scans.count > 1 }
}

/// Simulates walks along the ring of a mall, 30 to 80 m long; each seed has its own mall and phone.
private func mallWalks() throws -> [WiFiStudiesWalk] {
  var parameters = ValidationModels.wifi
  // The competition's phone scans every two seconds, without most of the DFS (radar) channels.
  parameters.radarChannels = false
  // The phones of a crowd occupy the channels.
  parameters.airtime = 0.3
  var walks: [WiFiStudiesWalk] = []
  for seed in 1...6 as ClosedRange<UInt64> {
    let venue = try RadioStudyPlaces.mall(seed: seed)
    let surroundings = WiFiSurroundings(
      venue, propagation: ValidationModels.propagation(in: venue), parameters: parameters,
      seed: seed)
    for number in 0..<36 {
      let level = 1 + number % 2
      let trajectory = RadioStudyPlaces.mallWalk(
        seed: seed, number: number, venue: venue, level: level)
      let model = WiFiModel(
        parameters, in: surroundings, for: SignalReceiver(seed: seed, device: 1))
      walks.append(
        WiFiStudiesWalk(
          floor: "mall \(seed) \(level)", along: trajectory, period: 2, model: model))
    }
  }
  return walks
}

/// Simulates a round of each storey of a museum with each of eight phones, in pieces.
private func museumWalks() throws -> [WiFiStudiesWalk] {
  let round: [Vec2] = [
    [5, 12], [55, 12], [55, 28], [37, 28], [37, 12], [22, 12], [22, 28], [7, 28], [7, 10],
  ]
  var walks: [WiFiStudiesWalk] = []
  for seed in 1...8 as ClosedRange<UInt64> {
    var parameters = ValidationModels.wifi
    parameters.radarChannels = false
    // Few visitors, and little traffic.
    parameters.motionDecibels = 1
    parameters.airtime = 0.01
    let venue = try RadioStudyPlaces.museum(seed: seed)
    let surroundings = WiFiSurroundings(
      venue, propagation: ValidationModels.propagation(in: venue), parameters: parameters,
      seed: seed)
    for level in 0..<3 {
      let height = venue.levels[level].elevationMetres
      let trajectory = Trajectory(
        along: round.map { Vec3($0, height) }, speed: 0.8, placement: .handTexting, level: level)
      let model = WiFiModel(
        parameters, in: surroundings, for: SignalReceiver(seed: seed, device: seed))
      walks += WiFiStudiesWalk(
        floor: "museum \(seed) \(level)", along: trajectory, period: seed % 2 == 0 ? 2 : 4,
        model: model
      ).pieces(of: 20)
    }
  }
  return walks.filter { $0.scans.count > 1 }
}
