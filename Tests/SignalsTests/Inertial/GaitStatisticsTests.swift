import Glibc
import Signals
import Testing

struct GaitStatisticsTests {
  @Test(arguments: [0.72, 0.9, 1.04]) func findsHarmonics(stride: Double) throws {
    let up = [0.4, 2.1, 0.8, 0.7, 0.4, 0.8, 0.3, 0.6]
    let side = [0.9, 0.5, 0.4, 0.3]
    for (hertz, seconds) in [(50.0, 5.0), (100, 5), (20, 5), (50, 10)] {
      let force = (0..<Int(seconds * hertz)).map { index -> SIMD3<Double> in
        let phase = 2 * Double.pi * stride * Double(index) / hertz
        var (z, x) = (9.8, 0.0)
        for k in 0..<8 { z += up[k] * cos(Double(k + 1) * phase + Double(3 * k)) }
        for k in 0..<4 { x += side[k] * cos(Double(k + 1) * phase + Double(5 * k)) }
        // Held obliquely: up is (0.6, 0, 0.8).
        return [0.8 * x + 0.6 * z, 0, 0.8 * z - 0.6 * x]
      }
      let found = try #require(GaitStatistics(force: force, hertz: hertz))
      #expect(abs(found.stepRate - 2 * stride) < 0.004, "\(found.stepRate)")
      for k in 0..<8 { #expect(abs(found.vertical[k] - up[k]) < 0.05, "\(k): \(found.vertical)") }
      for k in 0..<4 { #expect(abs(found.horizontal[k] - side[k]) < 0.05) }
      #expect(abs(found.explained - 1) < 0.03, "\(found.explained)")
      #expect(found.isSteady)
      let power = up.reduce(0) { $0 + $1 * $1 / 2 }
      #expect(abs(found.verticalRMS / power.squareRoot() - 1) < 0.05)
      #expect(abs(found.meanForce - 9.8) < 0.12)
      #expect((found.shareAbove10Hz == nil) == (hertz == 20))
    }
  }

  @Test func measuresShareAbove10Hz() throws {
    let force = (0..<250).map { index -> SIMD3<Double> in
      let time = Double(index) / 50
      return [0, 0, 9.8 + 2 * cos(2 * .pi * 1.8 * time) + 1 * cos(2 * .pi * 15 * time)]
    }
    let turning = force.map { _ in SIMD3<Double>(0.3, 0, 0.4) }
    let found = try #require(GaitStatistics(force: force, turning: turning, hertz: 50))
    #expect(abs((found.shareAbove10Hz ?? 0) - 0.2) < 0.003)
    #expect(abs((found.turningRMS ?? 0) - 0.5) < 1e-9)
    #expect(abs(found.magnitudeRMS - 2.5.squareRoot()) < 0.05)
  }

  @Test func invalidInputHasNoStatistics() {
    #expect(GaitStatistics(force: [], hertz: 50) == nil)
    #expect(GaitStatistics(force: Array(repeating: .zero, count: 250), hertz: 50) == nil)
    #expect(GaitStatistics(force: Array(repeating: [0, 0, 9.8], count: 250), hertz: 0) == nil)
    let rest = GaitStatistics(force: Array(repeating: [0, 0, 9.8], count: 250), hertz: 50)
    #expect(rest?.isSteady == false)
    let wrong = GaitStatistics(force: Array(repeating: [.nan, 0, 9.8], count: 250), hertz: 50)
    #expect(wrong == nil)
  }
}
