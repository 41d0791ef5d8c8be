import Documents
import Kernel
import Maps
import Motion
public import Parts
import Positioning

extension PartCatalogue {
  /// The parts that come with VenueSim.
  public static let reference = PartCatalogue(
    [
      PartKind(
        .activity, "network", "A small learned network under a filter of states.",
        dials: ActivityTracker.Parameters()
      ) { dials, _ in ActivityPart(dials) },
      off(.activity),
      PartKind(
        .steps, "gait", "By the regularity of gait, with distance, floors and a learned stride.",
        dials: Pedometer.Parameters()
      ) { dials, _ in GaitStepsPart(dials) },
      PartKind(
        .steps, "peaks", "By peaks of the acceleration, for comparison.",
        dials: PeakStepCounter.Parameters()
      ) { dials, _ in PeakStepsPart(dials) },
      PartKind(
        .wifi, "tiles", "Access points come in tiles of 5 km by 5 km.",
        dials: WiFiLocator.Parameters()
      ) { dials, _ in WiFiPart(dials) },
      PartKind(
        .wifi, "areas", "Access points come in the older way: those around what was heard.",
        dials: WiFiLocator.AreaParameters()
      ) { dials, _ in WiFiPart(dials.parameters) },
      off(.wifi),
      PartKind(
        .cell, "neighbours", "By the serving cell and those beside it.",
        dials: CellLocator.Parameters()
      ) { dials, _ in CellPart(dials) },
      off(.cell),
    ] + satelliteKinds + placeKinds + serviceKinds)

  private static let satelliteKinds = [
    PartKind(
      .satellites, "filter", "A filter over all epochs.", dials: GNSSFilter.Parameters()
    ) { dials, map in
      SatelliteFilterPart(dials, map: map)
    },
    PartKind(
      .satellites, "single-point", "Epoch by epoch.", dials: SinglePointSolver.Parameters()
    ) { dials, _ in SinglePointPart(dials) },
    off(.satellites),
  ]

  private static let placeKinds = [
    PartKind(
      .locator, "strongest-beacon", "The nearest beacon's place.",
      dials: BeaconLocatorPart.Dials()
    ) { dials, map in BeaconLocatorPart(map: map, dials) },
    PartKind(
      .locator, "radio-map", "A particle filter on a survey's radio map.", dials: RadioMapDials()
    ) { dials, map in RadioMapPart(map: map, dials.locator, cloudPeriod: dials.cloud) },
    PartKind(
      .locator, "fingerprints", "The mean of the surveyed points most alike, for comparison.",
      dials: FingerprintDials()
    ) { dials, map in FingerprintPart(map: map, dials.part) },
    PartKind(
      .fusion, "filter", "A Kalman filter of place and velocity.",
      dials: FusionPart.Dials()
    ) { dials, _ in FusionPart(dials) },
    PartKind(
      .roads, "matcher", "Where a hidden Markov model of roads explains them.",
      dials: RoadsPart.Dials()
    ) { dials, map in RoadsPart(map: map, dials) },
    // What is open is told as it is.
    PartKind(.roads, "off", "None.", dials: NoDials()) { _, _ in RoadsPart(map: nil) },
  ]

  private static let serviceKinds = [
    PartKind(.radios, "by-need", "The cheapest that serve all who ask.", dials: NoDials()) {
      _, _ in nil
    },
    PartKind(.radios, "always", "All, all the time.", dials: NoDials()) { _, _ in nil },
    PartKind(.services, "reference", "As phones have them.", dials: ServicesDials()) { _, _ in nil
    },
  ]

  private static func off(_ slot: PartSlot) -> PartKind {
    PartKind(slot, "off", "None.", dials: NoDials()) { _, _ in nil }
  }
}
