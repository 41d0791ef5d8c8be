import Documents
import Maps
import Observations
import Recordings

/// Coverage of a recording's transmitters by a survey.
struct SurveyReach {
  /// The number of transmitters in the recording.
  private(set) var received = 0
  /// The number of these in the survey.
  private(set) var known = 0
  /// The number of transmitters in the survey.
  private let surveyed: Int

  /// Minimum number of transmitters for a position: three circles meet in a point.
  private static let minimum = 3

  init(_ recording: Recording, in survey: RadioMap) {
    let senders = Set(survey.senders)
    surveyed = senders.count
    var wifi: Set<RadioMap.Sender> = []
    var beacons: Set<RadioMap.Sender> = []
    for delivered in recording.observations {
      switch delivered.item {
      case .wifi(let scan):
        for reading in scan.readings {
          let whole = RadioMap.Sender(wholeAddressOf: reading)
          guard wifi.insert(whole).inserted else { continue }
          // A survey lists radios, or networks where addresses follow another scheme.
          if senders.contains(whole) || senders.contains(RadioMap.Sender(reading)) { known += 1 }
        }
      case .beacon(let beacon):
        guard beacons.insert(.beacon(beacon.identity)).inserted else { continue }
        if senders.contains(.beacon(beacon.identity)) { known += 1 }
      default: break
      }
    }
    received = wifi.count + beacons.count
  }

  /// The error if no transmitter is known: the survey is of another place.
  func error(of path: String) -> DocumentError? {
    guard received >= Self.minimum, known == 0 else { return nil }
    return DocumentError(
      "'\(path)' received \(received) transmitters, and none is among the \(surveyed) of the survey "
        + "(--survey): it is from another building, or its addresses were changed; give the survey of "
        + "this place, which 'venuesim survey build' makes from recordings there")
  }
}
