public import Documents
import Geometry
import Kernel
public import Maps
import Mobility
import Observations
import Positioning
import Scenarios
import Signals
import Venues

extension LoadedScenario {
  /// Whether a stack finds itself by a survey of the run's own.
  func usesSurvey(_ choice: StackChoice) -> Bool {
    choice == .reference && scenario.stack.locator.part == .radioMap
      && scenario.stack.locator.source == nil
  }

  /// Where the stack's indoor data source has its file from.
  var indoorSource: IndoorSourceSettings? {
    guard scenario.stack.locator.part == .radioMap else { return nil }
    return scenario.stack.locator.source.map { entry in
      IndoorSourceSettings(
        table: besides(path, entry.table), rowID: entry.row,
        cache: entry.cache.isEmpty ? "" : besides(path, entry.cache), snaps: entry.snap)
    }
  }

  /// What surveyors find out about the scenario's place, as its `stack:` block has them.
  ///
  /// It hangs on the seed, for shadows do; whoever runs the scenario has the same.
  ///
  /// - Parameter seed: The run's seed.
  /// - Returns: The radio map.
  public func radioMap(seed: UInt64) -> RadioMap {
    let entry = scenario.stack.locator
    var parameters = SurveyWalk.Parameters()
    parameters.laneMetres = entry.lanes
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

/// A venue by itself, for surveyors to walk: its signals are as they are by nature, and nothing in it
/// changes.
public struct SurveyedVenue: Sendable {
  private let world: World

  /// The place.
  public var map: VenueMap { world.venue.map }

  /// Reads and checks a venue.
  ///
  /// - Parameter path: Its file.
  /// - Throws: Everything that is wrong, with its place.
  public init(path: String) throws(DocumentError) {
    let bytes = try readFile(path, limit: YAML.Limits().bytes)
    let venue = try decodeDocument(VenueFile.self, bytes: bytes, name: path).venue()
    do throws(TrafficError) {
      world = try World(venue)
    } catch {
      throw DocumentError("'\(venue.name)': \(error)")
    }
  }

  /// What surveyors find out about it.
  ///
  /// - Parameter seed: The seed of shadows, which are the same for a run of the same seed.
  /// - Returns: The radio map.
  public func radioMap(seed: UInt64) -> RadioMap {
    let sky = GNSSSky.nominal(from: GPSTime(week: 0, secondsOfWeek: 0), duration: 1)
    let walk = SurveyWalk(of: world, settings: SignalSettings(), sky: sky, seed: seed)
    return RadioMapBuilder.build(
      walk.notes, venue: world.venue.name, origin: world.venue.frame.origin)
  }
}

/// A file named in another, whose folder the name is relative to.
func besides(_ path: String, _ name: String) -> String {
  let folder = splitPath(path).folder
  return name.hasPrefix("/") || folder == "./" ? name : folder + name
}
