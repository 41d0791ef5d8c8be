import Glibc
import Kernel
import Numerics
import Testing

private struct Interruption: Error {}

@Suite struct CurveTests {
  private static let x = [0, 1, 2.5, 3, 4.5, 6, 7]
  private static let y = [1, 2, 0.5, -1, -0.5, 3, 1]

  /// Values and slopes at these points: scipy 1.17.1, `CubicSpline` and `Akima1DInterpolator`.
  @Test func splinesAgreeWithScipy() throws {
    let points = [0, 0.4, 1, 1.7, 2.9, 4.5, 5.9, 7]
    let table: [(Spline.Kind, [Double], [Double])] = [
      (
        .natural,
        [
          1.0, 1.4840181464679196, 2.0, 1.925231847531264, -0.7299166126593215, -0.5,
          2.9745200067209145, 1.0,
        ],
        [
          1.2500540073449988, 1.1300280838193995, 0.49989198531000223, -0.7951054943472313,
          -2.87550874918989, 2.633128105422337, 0.5317469575862299, -2.984337869950314,
        ]
      ),
      (
        .periodic,
        [
          1.0, 1.1173216630196936, 2.0, 2.069767404165654, -0.7320291757840989, -0.5,
          3.033859145797877, 1.0,
        ],
        [
          -0.862509117432531, 1.1752443471918306, 1.150802334062728, -0.9099683929005598,
          -2.8478045222465362, 2.797592997811816, 0.012161439338679081, -0.862509117432531,
        ]
      ),
      (
        .akima,
        [
          1.0, 1.64, 2.0, 1.629777777777778, -0.7866666666666665, -0.5, 2.8788375286041203, 1.0,
        ],
        [
          2.0, 1.2, 0.0, -1.0033333333333332, -2.816666666666668, 1.2028985507246375,
          1.4472311212814635, -4.166666666666667,
        ]
      ),
    ]
    for (kind, values, slopes) in table {
      let spline = try Spline(kind, x: Self.x, y: Self.y)
      for (index, point) in points.enumerated() {
        #expect(agree(try spline.value(at: point), values[index], absolute: 1e-13), "\(kind)")
        #expect(agree(try spline.derivative(at: point), slopes[index], absolute: 1e-12), "\(kind)")
      }
    }
    let natural = try Spline(.natural, x: Self.x, y: Self.y, outside: .extrapolates)
    #expect(agree(try natural.secondDerivative(at: 0.4), -0.6001296176279972))
    #expect(agree(try natural.secondDerivative(at: 5.9), -5.355397134010229))
    #expect(agree(try natural.value(at: -1), 0, absolute: 1e-13))
    #expect(agree(try natural.value(at: 8.5), -0.15436649384316503, 1e-11))
  }

  @Test func splinesPassThroughTheirPoints() throws {
    for seed in 0..<200 as Range<UInt64> {
      var random = stream(seed)
      let count = 5 + random.integer(below: 30)
      var x = [random.gaussian()]
      while x.count < count { x.append((x.last ?? 0) + 0.05 + random.uniform()) }
      var y = x.map { _ in random.gaussian() }
      y[count - 1] = y[0]
      for kind in [Spline.Kind.linear, .natural, .periodic, .akima] {
        let spline = try Spline(kind, x: x, y: y, outside: .holds)
        for index in x.indices {
          #expect(agree(try spline.value(at: x[index]), y[index], absolute: 1e-11), "seed \(seed)")
        }
        // Continuous, and with the slope it claims.
        let inside = random.uniform(in: x[0]...x[count - 1])
        let h = 1e-6
        let rise = try spline.value(at: inside + h) - spline.value(at: inside - h)
        if kind != .linear {
          let slope = try spline.derivative(at: inside)
          #expect(agree(rise / (2 * h), slope, absolute: 1e-2), "\(kind), seed \(seed)")
        }
        let outside = x[count - 1] + 0.3
        let turned = try spline.value(at: kind == .periodic ? x[0] + 0.3 : x[count - 1])
        #expect(agree(try spline.value(at: outside), turned, 1e-9, absolute: 1e-9), "seed \(seed)")
      }
    }
    let line = try Spline(.linear, x: [0, 1, 3], y: [0, 2, -2], outside: .extrapolates)
    #expect(try line.value(at: 2) == 0 && line.value(at: -1) == -2 && line.value(at: 4) == -4)
    #expect(try line.derivative(at: 1) == -2 && line.secondDerivative(at: 1) == 0)
    let periodic = try Spline(.periodic, x: [0, 1, 2, 3], y: [0, 1, -1, 0])
    #expect(agree(try periodic.value(at: -299.5), try periodic.value(at: 0.5), absolute: 1e-9))
    let held = try Spline(.linear, x: [0, 1], y: [5, 7], outside: .holds)
    #expect(try held.value(at: -9) == 5 && held.value(at: 9) == 7 && held.derivative(at: 9) == 0)
  }

  @Test func splinesRefuseNonsense() throws {
    func lay(_ kind: Spline.Kind, _ x: [Double], _ y: [Double]) -> NumericsError? {
      failure { _ = try Spline(kind, x: x, y: y) }
    }
    let needs: [(Spline.Kind, Int)] = [(.linear, 2), (.natural, 3), (.periodic, 3), (.akima, 5)]
    for (kind, needed) in needs {
      for count in 0..<needed {
        let x = (0..<count).map(Double.init)
        #expect(lay(kind, x, x) == .tooFew(name: "x", needed: needed, actual: count))
      }
      let x = (0..<needed).map(Double.init)
      #expect(lay(kind, x, x.map { _ in 4 }) == nil)
      var duplicate = x
      duplicate[1] = duplicate[0]
      #expect(lay(kind, duplicate, x) == .notIncreasing(name: "x", index: 1))
      #expect(lay(kind, x.reversed(), x) == .notIncreasing(name: "x", index: 1))
    }
    #expect(lay(.linear, [0, 1], [0]) == .sizeMismatch(name: "y", expected: 2, actual: 1))
    #expect(lay(.linear, [0, .nan], [0, 1]) != nil)
    #expect(lay(.linear, [0, 1], [0, .infinity]) != nil)
    #expect(lay(.linear, [0, .leastNonzeroMagnitude], [0, 1e100]) != nil)
    #expect(lay(.periodic, [0, 1, 2], [0, 1, 2]) != nil)
    let spline = try Spline(.natural, x: Self.x, y: Self.y)
    for point in [-0.1, 7.1, .nan, .infinity] {
      guard case .outOfRange = failure({ _ = try spline.value(at: point) }) else {
        Issue.record("\(point) was accepted")
        continue
      }
    }
    let open = try Spline(.natural, x: Self.x, y: Self.y, outside: .extrapolates)
    #expect(failure { _ = try open.value(at: .nan) } != nil)
  }

  /// The first two by scipy 1.17.1, `optimize.brentq`.
  @Test func rootsAreFound() throws {
    #expect(
      agree(try findRoot(in: 0...1, tolerance: 0) { cos($0) - $0 }, 0.7390851332151607, 1e-15))
    #expect(
      agree(try findRoot(in: 2...3, tolerance: 0) { $0 * $0 * $0 - 2 * $0 - 5 }, 2.094551481542327))
    #expect(try findRoot(in: -4...0) { $0 } == 0)
    #expect(try findRoot(in: 3...8) { $0 - 3 } == 3)
    let step = try findRoot(in: -1...2) { $0 < 0.3 ? -1 : 1 }
    #expect(agree(step, 0.3, absolute: 1e-11))
    for seed in 0..<300 as Range<UInt64> {
      var random = stream(seed)
      let root = random.gaussian()
      let power = Double(1 + 2 * random.integer(below: 5))
      var calls = 0
      let found = try findRoot(in: -20...30, tolerance: 1e-9) {
        calls += 1
        return copysign(pow(($0 - root).magnitude, power), $0 - root) * exp($0)
      }
      #expect(agree(found, root, absolute: 1e-8), "seed \(seed)")
      #expect(calls < 150, "seed \(seed): \(calls)")
    }
  }

  @Test func rootsRefuseNonsense() {
    func find(
      _ bracket: ClosedRange<Double>, _ limit: Int = 200, _ f: (Double) throws -> Double
    ) -> NumericsError? {
      failure { _ = try findRoot(in: bracket, maximumIterations: limit, of: f) }
    }
    #expect(
      find(1...2) { $0 } == .notBracketed(lower: 1, atLower: 1, upper: 2, atUpper: 2))
    #expect(find(-1...2) { $0 < 1 ? $0 : .nan } == .functionNotFinite(point: [2]))
    #expect(find(-1...3) { $0 == 3 || $0 == -1 ? $0 : .nan } != nil)
    #expect(find(0 ... .infinity) { $0 } != nil)
    #expect(
      find(-1...3, 2) { $0 * $0 * $0 - 1e-9 }
        == .noConvergence(operation: "findRoot", iterations: 2))
    #expect(throws: Interruption.self) {
      _ = try findRoot(in: 0...1) { _ in throw Interruption() }
    }
  }
}
