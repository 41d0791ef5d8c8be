import Documents
public import Kernel
public import Scoring

/// Puts synthetic signals beside real recordings of the same situations.
///
/// A data set that isn't there is named in ``SignalComparison/gaps``, with where to get it. The
/// synthetic side has fixed seeds, so the same data give the same figures.
///
/// - Parameters:
///   - folder: The folder with a folder for each data set.
///   - progress: Told what is begun.
///   - cancellation: Stops the work between two comparisons.
/// - Returns: Figures and pictures.
/// - Throws: ``Cancelled``, or what is wrong with a recording.
public func validateSignals(
  folder: String, progress: (String) -> Void = { _ in }, cancellation: CancellationToken? = nil
) throws -> SignalComparison {
  let data = ValidationData(folder: folder)
  var comparison = SignalComparison()
  for study in validationStudies {
    try cancellation?.check()
    let missing = study.sets.filter { !data.has($0) }
    for set in missing {
      comparison.gaps.append(
        "\(study.name): no folder '\(set.rawValue)' in the data; from \(set.source)")
    }
    guard missing.isEmpty else { continue }
    progress(study.name)
    try study.run(data, &comparison)
  }
  return comparison
}

/// One comparison and the data that it needs.
struct ValidationStudy: Sendable {
  let name: String
  let sets: [ValidationSet]
  let run: @Sendable (ValidationData, inout SignalComparison) throws -> Void
}

/// All comparisons, in the order in which the page tells them.
private let validationStudies: [ValidationStudy] =
  gnssStudies + wifiStudies + beaconStudies + motionStudies + vehicleStudies + airStudies
  + magneticStudies
