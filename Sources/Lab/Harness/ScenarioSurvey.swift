import Documents
import Geometry
public import Maps
import Parts
import Positioning
import Scenarios
import Services
import Surveys
import Venues

extension LoadedScenario {
  /// Whether a stack finds itself by a survey of the run's own.
  func usesSurvey(_ choice: StackChoice) -> Bool {
    choice.isOwn && surveyDials.map { $0.source == nil } ?? false
  }

  /// Where the stack's indoor data source has its file from.
  var indoorSource: IndoorSourceSettings? {
    surveyDials?.source.map { named in
      var settings = named
      settings.table = besides(path, named.table)
      if !named.cache.isEmpty { settings.cache = besides(path, named.cache) }
      return settings
    }
  }

  /// The survey of the locator in use; nil where it needs none.
  private var surveyDials: SurveyDials? { scenario.stack.surveyDials }

  /// Whether surveyors walk here as they do in another scenario of the same place.
  func isSurveyed(like other: LoadedScenario) -> Bool {
    let (mine, theirs) = (surveyDials ?? SurveyDials(), other.surveyDials ?? SurveyDials())
    return mine.survey == theirs.survey && mine.lanes == theirs.lanes
      && mine.notesField == theirs.notesField
  }

  /// What surveyors find out about the scenario's place, as its `stack:` block has them.
  ///
  /// It hangs on the seed, for shadows do; whoever runs the scenario has the same.
  ///
  /// - Parameter seed: The run's seed.
  /// - Returns: The radio map.
  public func radioMap(seed: UInt64) -> RadioMap {
    let entry = surveyDials ?? SurveyDials()
    return keptRadioMap(
      "\(venueDigest) \(signalsDigest) \(seed) \(entry.survey) \(entry.lanes) \(entry.notesField)"
    ) { surveyedRadioMap(entry, seed: seed) }
  }

  private func surveyedRadioMap(_ entry: SurveyDials, seed: UInt64) -> RadioMap {
    var parameters = SurveyWalk.Parameters()
    parameters.laneMetres = entry.lanes
    parameters.notesField = entry.notesField
    let known: [AccessPoint]? =
      switch entry.survey {
      case .fresh: nil
      case .stale:
        CrowdPast(of: venue, CrowdParameters(), seed: seed).venue(isOld: true)
          .transmitters.accessPoints
      case .half:
        venue.transmitters.accessPoints.enumerated().filter { $0.offset % 2 == 0 }
          .map(\.element)
      }
    let then = known.map {
      Venue(
        map: venue.map, fabric: venue.fabric,
        transmitters: Transmitters(
          beacons: venue.beacons, accessPoints: $0, cellSites: venue.transmitters.cellSites))
    }
    let walk = SurveyWalk(
      of: world, as: then, settings: scenario.signals, sky: sky, seed: seed, parameters: parameters)
    return RadioMapBuilder.build(
      walk.notes, venue: venue.name, origin: venue.frame.origin)
  }
}

/// A survey's radio map: from this process's cache, or else made now.
///
/// - Parameters:
///   - content: All that decides it, but for this program itself.
///   - make: Makes it.
/// - Returns: The map.
func keptRadioMap(_ content: String, _ make: () -> RadioMap) -> RadioMap {
  guard let cache = WorkCache.current else { return make() }
  let key = SHA256.digest(of: "survey \(WorkCache.program) \(content)".utf8)
  return cache.value(
    "survey", of: key, read: PositioningFile.read,
    bytes: { map in
      // What a file can't hold exactly isn't kept: runs are the same with and without.
      guard let bytes = try? PositioningFile.bytes(map), (try? PositioningFile.read(bytes)) == map
      else { return nil }
      return bytes
    }, make: make)
}
