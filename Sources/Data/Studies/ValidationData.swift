import Documents
import Glibc

/// The folder of real recordings, in the layout of the public data sets.
struct ValidationData {
  let folder: String

  /// True if a data set is present.
  func has(_ set: ValidationSet) -> Bool {
    access(folder + "/" + set.rawValue, R_OK | X_OK) == 0
  }

  /// Reads a file, given relative to the folder.
  ///
  /// - Throws: The reason why it can't be read.
  func bytes(_ path: String) throws(DocumentError) -> [UInt8] {
    try readFile(folder + "/" + path, limit: 1 << 30)
  }

  /// The files anywhere below a folder with a suffix, sorted by path; relative to the data's folder.
  func files(under path: String, suffix: String) -> [String] {
    var found: [String] = []
    for name in folderContents(folder + "/" + path) ?? [] where !name.hasPrefix(".") {
      let entry = path + "/" + name
      if name.hasSuffix(suffix) {
        found.append(entry)
      } else if folderContents(folder + "/" + entry) != nil {
        found += files(under: entry, suffix: suffix)
      }
    }
    return found.sorted()
  }

  /// The subfolders of a folder, sorted by name; relative to the data's folder.
  func folders(in path: String) -> [String] {
    (folderContents(folder + "/" + path) ?? []).filter { !$0.hasPrefix(".") }.sorted()
      .map { path + "/" + $0 }
      .filter { folderContents(folder + "/" + $0) != nil }
  }
}

/// A public data set, with its folder's name.
enum ValidationSet: String, CaseIterable, Sendable {
  case motionsense
  case oxford = "oxford-step-counter"
  case smartphoneWatch = "sp-sw-har"
  case wisdm = "wisdm-51"
  case comma2k19 = "comma2k19-example"
  case herald = "herald-ble-rssi"
  case openHPS = "openhps-2021-02"
  case indoorCompetition = "indoor-location-competition-20"
  case ipin2023 = "ipin2023-track3"
  case googleGNSS = "gnss-google-measurement-tools"
  case pixel6 = "gnss-pixel6-gnsslogger"
  case hongKong = "gnss-hongkong-tst-static"
  case esbjerg = "gnss-broadcast-ephemeris"
  case ujiMagnetic = "ujiindoorloc-mag"

  /// Location of the data set, for messages.
  var source: String {
    switch self {
    case .motionsense: "github mmalekzadeh/motion-sense"
    case .oxford: "github Oxford-step-counter/DataSet"
    case .smartphoneWatch: "github GeoTecINIT/sp-sw-har-dataset"
    case .wisdm: "UCI, WISDM Smartphone and Smartwatch Activity and Biometrics"
    case .comma2k19: "github commaai/comma2k19"
    case .herald: "github theheraldproject/herald-analysis"
    case .openHPS: "github OpenHPS/openhps-fingerprinting"
    case .indoorCompetition: "github location-competition/indoor-location-competition-20"
    case .ipin2023: "Zenodo 10.5281/zenodo.8362205"
    case .googleGNSS: "github google/gps-measurement-tools"
    case .pixel6: "github Stanford-NavLab/gnss_lib_py"
    case .hongKong: "github weisongwen/GraphGNSSLib"
    case .esbjerg: "github nav-solutions/data"
    case .ujiMagnetic: "UCI, UJIIndoorLoc-Mag"
    }
  }
}
