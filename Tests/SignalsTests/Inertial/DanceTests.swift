import Geometry
import Kernel
import Numerics
import Signals
import Testing
import Truth

struct DanceTests {
  /// 2.0 to 2.4 beats a second and 0.3 to 0.8 g (domain tables).
  @Test(arguments: [Placement.waist, .frontPocket, .upperArm, .handSwinging])
  func beatAndStrengthAreRealistic(placement: Placement) throws {
    for seed in 0..<10 as Range<UInt64> {
      let motions = confusion(.dancing, placement, seed: seed)
      let spectrum = try PowerSpectrum(
        of: motions.map(\.acceleration.z), rate: 50, segmentLength: 1024)
      let peak = spectrum.densities.indices.max {
        spectrum.densities[$0] < spectrum.densities[$1]
      }
      let beat = spectrum.frequencies[peak ?? 0]
      #expect((1.95...2.45).contains(beat), "seed \(seed): \(beat) Hz")
      let strength = level(motions.map(\.acceleration))
      #expect((2.5...8).contains(strength), "seed \(seed): \(strength) m/s²")
    }
  }

  /// Figures change every eight beats: the steps of a walk are more similar to each other.
  @Test func figuresVary() {
    var levels: [Double] = []
    for seed in 0..<10 as Range<UInt64> {
      let motions = confusion(.dancing, .waist, seed: seed)
      // A figure takes some 180 samples.
      for start in stride(from: 0, to: 5800, by: 180) {
        levels.append(level(motions[start..<start + 180].map { Vec3($0.acceleration.z, 0, 0) }))
      }
    }
    let (mean, spread) = summary(levels)
    #expect(spread / mean > 0.15)
  }
}
