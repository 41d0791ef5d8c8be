import Kernel
import Testing

/// Seeds of training, fitting and judging: no two uses share one.
struct SeedUseTests {
  @Test func usesAreDisjoint() {
    let uses = SeedUse.allCases
    for (number, use) in uses.enumerated() {
      for other in uses.dropFirst(number + 1) {
        #expect(!use.seeds.overlaps(other.seeds), "\(use) and \(other)")
      }
    }
    #expect(SeedUse.tuning.seeds.contains(SeedUse.fitting.lowerBound))
    #expect(SeedUse.tuning.seeds.contains(SeedUse.fitting.upperBound))
  }

  @Test(
    arguments: [
      (1...99, nil, nil), (95...100, "to judge", "to train"), (200...999, nil, nil),
      (999...1000, nil, "to judge"), (1000...1001, nil, "to judge"), (150...150, "all", "all"),
    ] as [(ClosedRange<UInt64>, String?, String?)])
  func judgingAndFittingRejectOtherSeeds(
    seeds: ClosedRange<UInt64>, judging: String?, fitting: String?
  ) {
    #expect((SeedUse.complaint(judgingBy: SeedList(seeds)) == nil) == (judging == nil), "\(seeds)")
    #expect((SeedUse.complaint(fittingTo: SeedList(seeds)) == nil) == (fitting == nil), "\(seeds)")
  }
}
