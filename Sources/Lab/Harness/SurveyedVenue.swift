public import Documents
import Geometry
import Kernel
public import Maps
import Mobility
import Observations
import Signals
import Surveys
import Venues

/// A venue for a survey without a scenario: natural signals, and no changes.
public struct SurveyedVenue: Sendable {
  private let world: World
  private let digest: String

  /// The venue's map.
  public var map: VenueMap { world.venue.map }

  /// Reads and validates a venue's file.
  ///
  /// - Throws: All mistakes with their places.
  public init(path: String) throws(DocumentError) {
    let bytes = try readFile(path, limit: YAML.Limits().bytes)
    world = try LoadedScenario.world(of: bytes, name: path)
    digest = SHA256.digest(of: bytes).hexadecimal
  }

  /// Returns the radio map of a simulated survey; its shadowing is that of runs with the same seed.
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
