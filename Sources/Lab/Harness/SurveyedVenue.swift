public import Documents
import Geometry
import Kernel
public import Maps
import Mobility
import Observations
import Signals
import Surveys
import Venues

/// A venue by itself, for surveyors to walk: its signals are as they are by nature, and nothing in it
/// changes.
public struct SurveyedVenue: Sendable {
  private let world: World
  private let digest: String

  /// The place.
  public var map: VenueMap { world.venue.map }

  /// Reads and checks a venue.
  ///
  /// - Parameter path: Its file.
  /// - Throws: Everything that is wrong, with its place.
  public init(path: String) throws(DocumentError) {
    let bytes = try readFile(path, limit: YAML.Limits().bytes)
    world = try LoadedScenario.world(of: bytes, name: path)
    digest = SHA256.digest(of: bytes).hexadecimal
  }

  /// What surveyors find out about it.
  ///
  /// - Parameter seed: The seed of shadows, which are the same for a run of the same seed.
  /// - Returns: The radio map.
  public func radioMap(seed: UInt64) -> RadioMap {
    keptRadioMap("\(digest) by itself \(seed)") { surveyedRadioMap(seed: seed) }
  }

  private func surveyedRadioMap(seed: UInt64) -> RadioMap {
    let sky = GNSSSky.nominal(from: GPSTime(week: 0, secondsOfWeek: 0), duration: 1)
    let walk = SurveyWalk(of: world, settings: SignalSettings(), sky: sky, seed: seed)
    return RadioMapBuilder.build(
      walk.notes, venue: world.venue.name, origin: world.venue.frame.origin)
  }
}
