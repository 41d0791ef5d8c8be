import Geometry
import Kernel
import Observations
import Positioning
import Testing

struct GNSSAlternativeTests {
  /// A drive with correct ranges while all rates agree on another velocity, as with a few reflections.
  private func errors(
    misled: Vec3, isUsed: Bool, isHasty: Bool = false
  ) throws -> [Double] {
    let drive = try GNSSDrive(seed: 31, seconds: 150)
    var parameters = GNSSFilter.Parameters()
    parameters.alternative.isUsed = isUsed
    if isHasty { (parameters.alternative.sigmas, parameters.alternative.minMetres) = (0, 0) }
    // Rejected ranges also restart the filter; here only the alternative hypothesis may.
    parameters.start.maxRejections = 100
    var filter = GNSSFilter(parameters: parameters)
    for message in drive.messages { filter.receive(message) }
    let epochs = drive.epochs { second in
      var stand = GNSSDrive.driving(second)
      if second >= 40 { stand.velocity += misled }
      return stand
    }
    return try epochs.compactMap { epoch, truth in
      try filter.receive(epoch).map { try drive.error($0, truth).xy.length }
    }
  }

  /// A filter misled by its rates is corrected by single epochs, and wouldn't be without them.
  @Test func singleEpochsCorrectMisledFilter() throws {
    let misled = Vec3(0, 6, 0)
    let with = try errors(misled: misled, isUsed: true)
    let without = try errors(misled: misled, isUsed: false)
    try #require(with.count > 140 && without.count > 140)
    let (near, far) = (with.suffix(100).reduce(0, +) / 100, without.suffix(100).reduce(0, +) / 100)
    #expect(near < 0.25 * far, "\(near) m and \(far) m")
    #expect(far > 100)
  }

  /// Turns and stops without rate measurements are followed sooner with a higher velocity process noise.
  @Test func followsTurnsSoonerWithoutRates() throws {
    func worst(_ factor: Double) throws -> Double {
      let drive = try GNSSDrive(seed: 32, seconds: 120)
      var parameters = GNSSFilter.Parameters()
      parameters.motion.blindFactor = factor
      var filter = GNSSFilter(parameters: parameters)
      for message in drive.messages { filter.receive(message) }
      // East for a minute, then north.
      let epochs = drive.epochs { second in
        let (east, north) = (min(second, 60) * 12, max(0, second - 60) * 12)
        return GNSSDrive.Stand(place: Vec3(east, north, 0))
      }
      return try epochs.enumerated().reduce(into: 0.0) { worst, item in
        var epoch = item.element.epoch
        for place in epoch.measurements.indices {
          epoch.measurements[place].pseudorangeRateSigmaMetresPerSecond = .infinity
        }
        guard let reported = filter.receive(epoch), item.offset >= 60 else { return }
        worst = max(worst, try drive.error(reported, item.element.truth).xy.length)
      }
    }
    let (slow, fast) = (try worst(1), try worst(GNSSMotion.Parameters().blindFactor))
    #expect(fast < 0.6 * slow, "\(fast) m and \(slow) m")
  }

  /// A correct filter stays unchanged: no fix differs, as it would with a hasty alternative.
  @Test func correctFilterStaysUnchanged() throws {
    let without = try errors(misled: .zero, isUsed: false)
    #expect(try errors(misled: .zero, isUsed: true) == without)
    #expect(try errors(misled: .zero, isUsed: true, isHasty: true) != without)
  }
}
