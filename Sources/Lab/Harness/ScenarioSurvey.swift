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
  /// True if a stack's positioning needs a survey made in this run.
  func usesSurvey(_ choice: StackChoice) -> Bool {
    choice.isOwn && surveyParameters.map { $0.source == nil } ?? false
  }

  /// The stack's indoor data source, with paths resolved.
  var indoorSource: IndoorSourceSettings? {
    surveyParameters?.source.map { named in
      var settings = named
      settings.table = besides(path, named.table)
      if !named.cache.isEmpty { settings.cache = besides(path, named.cache) }
      return settings
    }
  }

  /// The survey parameters of the locator in use; nil if it needs no survey.
  private var surveyParameters: SurveyParameters? { scenario.stack.surveyParameters }

  /// True if the survey is the same as in another scenario of the same venue.
  func isSurveyed(like other: LoadedScenario) -> Bool {
    let (mine, theirs) = (
      surveyParameters ?? SurveyParameters(), other.surveyParameters ?? SurveyParameters()
    )
    return mine.survey == theirs.survey && mine.lanes == theirs.lanes
      && mine.notesField == theirs.notesField
  }

  /// Returns the radio map of a simulated survey of the venue, with the parameters of the `stack:`
  /// block.
  ///
  /// Depends on the seed, because shadowing does.
  public func radioMap(seed: UInt64) -> RadioMap {
    let entry = surveyParameters ?? SurveyParameters()
    return keptRadioMap(
      "\(venueDigest) \(signalsDigest) \(seed) \(entry.survey) \(entry.lanes) \(entry.notesField)"
    ) { surveyedRadioMap(entry, seed: seed) }
  }

  private func surveyedRadioMap(_ entry: SurveyParameters, seed: UInt64) -> RadioMap {
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
        map: venue.map, materials: venue.materials,
        transmitters: Transmitters(
          beacons: venue.beacons, accessPoints: $0, cellSites: venue.transmitters.cellSites))
    }
    let walk = SurveyWalk(
      of: world, as: then, settings: scenario.signals, sky: sky, seed: seed, parameters: parameters)
    return RadioMapBuilder.build(
      walk.notes, venue: venue.name, origin: venue.frame.origin)
  }
}

/// Returns a survey's radio map, from this process's cache or made now.
///
/// - Parameters:
///   - content: All inputs of the survey, except for this program's version.
///   - make: Makes the survey.
/// - Returns: The map.
func keptRadioMap(_ content: String, _ make: () -> RadioMap) -> RadioMap {
  guard let cache = WorkCache.current else { return make() }
  let key = SHA256.digest(of: "survey \(WorkCache.program) \(content)".utf8)
  return cache.value(
    "survey", of: key, read: PositioningFile.read,
    bytes: { map in
      // Maps that a file can't hold exactly aren't cached: results must not depend on the cache.
      guard let bytes = try? PositioningFile.bytes(map), (try? PositioningFile.read(bytes)) == map
      else { return nil }
      return bytes
    }, make: make)
}
