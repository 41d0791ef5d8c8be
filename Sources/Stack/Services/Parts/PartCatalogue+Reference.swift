import Documents
import Kernel
import Maps
import Motion
public import Parts
import Positioning

extension PartCatalogue {
  /// Components that VenueSim provides.
  public static let reference = PartCatalogue(
    [
      PartKind(
        .activity, "network", "Small neural network and HMM forward filter.",
        dials: ActivityTracker.Parameters()
      ) { dials, _ in ActivityPart(dials) },
      off(.activity),
      PartKind(
        .steps, "gait", "Autocorrelation of gait, with distance, floors and calibrated stride.",
        dials: Pedometer.Parameters()
      ) { dials, _ in GaitStepsPart(dials) },
      PartKind(
        .steps, "peaks", "Peak detection on the acceleration, for comparison.",
        dials: PeakStepCounter.Parameters()
      ) { dials, _ in PeakStepsPart(dials) },
      PartKind(
        .wifi, "tiles", "Access point database in tiles of 5 km by 5 km.",
        dials: WiFiLocator.Parameters()
      ) { dials, _ in WiFiPart(dials) },
      PartKind(
        .wifi, "areas", "Access point database of the area around received ones.",
        dials: WiFiLocator.AreaParameters()
      ) { dials, _ in WiFiPart(dials.parameters) },
      off(.wifi),
      PartKind(
        .cell, "neighbours", "Serving cell and its neighbours.",
        dials: CellLocator.Parameters()
      ) { dials, _ in CellPart(dials) },
      off(.cell),
    ] + satelliteKinds + placeKinds + serviceKinds)

  private static let satelliteKinds = [
    PartKind(
      .satellites, "filter", "Extended Kalman filter over all epochs.",
      dials: GNSSFilter.Parameters()
    ) { dials, map in
      SatelliteFilterPart(dials, map: map)
    },
    PartKind(
      .satellites, "single-point", "Single-point solution of each epoch.",
      dials: SinglePointSolver.Parameters()
    ) { dials, _ in SinglePointPart(dials) },
    off(.satellites),
  ]

  private static let placeKinds = [
    PartKind(
      .locator, "strongest-beacon", "Position of the nearest beacon.",
      dials: BeaconLocatorPart.Dials()
    ) { dials, map in BeaconLocatorPart(map: map, dials) },
    PartKind(
      .locator, "radio-map", "Particle filter on a survey's radio map.", dials: RadioMapDials()
    ) { dials, map in RadioMapPart(map: map, dials.locator, cloudPeriod: dials.cloud) },
    PartKind(
      .locator, "fingerprints", "k nearest neighbours among the survey's points, for comparison.",
      dials: FingerprintDials()
    ) { dials, map in FingerprintPart(map: map, dials.part) },
    PartKind(
      .fusion, "filter", "Kalman filter of position and velocity.",
      dials: FusionPart.Dials()
    ) { dials, _ in FusionPart(dials) },
    PartKind(
      .roads, "matcher", "HMM map matching of locations to roads.",
      dials: RoadsPart.Dials()
    ) { dials, map in RoadsPart(map: map, dials) },
    // Without map matching, fused locations pass unchanged.
    PartKind(.roads, "off", "None.", dials: NoDials()) { _, _ in RoadsPart(map: nil) },
  ]

  private static let serviceKinds = [
    PartKind(.radios, "by-need", "Cheapest radios that meet the demand.", dials: NoDials()) {
      _, _ in nil
    },
    PartKind(.radios, "always", "All radios, always on.", dials: NoDials()) { _, _ in nil },
    PartKind(.services, "reference", "Services of phones.", dials: ServicesDials()) { _, _ in nil
    },
  ]

  private static func off(_ slot: PartSlot) -> PartKind {
    PartKind(slot, "off", "None.", dials: NoDials()) { _, _ in nil }
  }
}
