import Scoring

/// Comparisons of GNSS receivers: phones, a reference station, a module in a street.
let gnssStudies: [ValidationStudy] = [
  ValidationStudy(
    name: "GNSS, phones at rest under an open sky", sets: [.googleGNSS, .pixel6],
    run: { try GNSSPhoneStudy.run($0, &$1) }),
  ValidationStudy(
    name: "GNSS, a reference station", sets: [.esbjerg],
    run: { try GNSSStationStudy.run($0, &$1) }),
  ValidationStudy(
    name: "GNSS, a module in a street", sets: [.hongKong],
    run: { try GNSSStreetStudy.run($0, &$1) }),
]
