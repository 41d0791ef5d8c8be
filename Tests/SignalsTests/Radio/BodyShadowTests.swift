import Glibc
import Signals
import Testing
import Truth

struct BodyShadowTests {
  private let shadow = BodyShadow()

  @Test(arguments: Placement.allCases) func lossIsSmoothAroundBody(placement: Placement) {
    var last = shadow.decibels(bearing: 0, elevation: 0, placement: placement)
    var (minimum, maximum) = (last.direct, last.direct)
    for step in 1...720 {
      let bearing = Double(step) * .pi / 360
      let now = shadow.decibels(bearing: bearing, elevation: 0, placement: placement)
      #expect(abs(now.direct - last.direct) < 0.12 && now.scattered == last.scattered)
      (minimum, maximum) = (min(minimum, now.direct), max(maximum, now.direct))
      last = now
    }
    // Scattered signals from all directions lose more than the best bearing and less than the worst.
    #expect(last.scattered >= minimum && last.scattered <= maximum)
    switch placement {
    // 3 to 10 dB for a hand, 10 to 15 dB and some clothing for worn phones.
    case .handTexting, .handSwinging: #expect((3...10).contains(maximum - minimum))
    case .waist, .frontPocket, .backPocket, .upperArm:
      #expect((10...15).contains(maximum - minimum))
    case .bag: #expect((5...12).contains(maximum - minimum))
    case .table, .dash, .mount, .roof: #expect(minimum == 0 && maximum == 0)
    case .cupHolder: #expect(minimum == maximum)
    }
  }

  @Test func lossIsOnFarSide() {
    func direct(_ degrees: Double, _ placement: Placement) -> Double {
      shadow.decibels(bearing: degrees * .pi / 180, elevation: 0, placement: placement).direct
    }
    #expect(direct(0, .handTexting) < direct(90, .handTexting))
    #expect(direct(90, .handTexting) < direct(180, .handTexting))
    #expect(direct(180, .backPocket) < direct(0, .backPocket))
    #expect(direct(-90, .handSwinging) < direct(90, .handSwinging))
    #expect(abs(direct(70, .waist) - direct(-70, .waist)) < 1e-9)
  }

  @Test func lossVanishesOverheadAndScales() {
    let behind = { (elevation: Double) in
      shadow.decibels(bearing: .pi, elevation: elevation, placement: .waist).direct
    }
    #expect(behind(0.8) < behind(0.3) && behind(0.3) < behind(0) && behind(-0.3) == behind(0))
    #expect(behind(.pi / 2) < 2.01)
    let none = BodyShadow(scale: 0).decibels(bearing: .pi, elevation: 0, placement: .waist)
    #expect(none.direct == 2 && abs(none.scattered - 2) < 1e-9)
  }

  @Test func crowdsAttenuateBelowHeadHeight() {
    let loss = BodyShadow.crowd(density: 1, length: 10, heights: (1.2, 1.2))
    // 0.2 to 0.5 dB/m at one person per m².
    #expect((2...5).contains(loss))
    #expect(BodyShadow.crowd(density: 0, length: 10, heights: (1.2, 1.2)) == 0)
    #expect(BodyShadow.crowd(density: 1, length: 10, heights: (1.8, 3)) == 0)
    let slanting = BodyShadow.crowd(density: 1, length: 10, heights: (1.2, 2.7))
    #expect(abs(slanting - loss / 3) < 1e-9)
    #expect(BodyShadow.crowd(density: 8, length: 1000, heights: (1, 1)) == 15)
  }
}
