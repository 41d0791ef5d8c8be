/// A vector in single precision with an unused fourth lane, for the phone's motion.
///
/// An accelerometer resolves a 32,000th of its range; single precision, a 16,000,000th.
typealias PhoneVector = SIMD4<Float>

/// A rotation matrix from the carrier's axes (right, forward, up) to the device's (right, top, out).
///
/// Stored as the carrier's three axes in the device's, so that a rotation needs no sums across lanes.
struct PhoneRotation: Hashable, Sendable {
  /// The carrier's right, forward and up in the device's axes.
  var right, forward, up: PhoneVector

  /// The device's axes are the carrier's: upright, seen from behind.
  static let identity = PhoneRotation(
    right: [1, 0, 0, 0], forward: [0, 1, 0, 0], up: [0, 0, 1, 0])

  /// Rotates a vector from the carrier's axes into the device's.
  @inline(__always)
  func callAsFunction(_ vector: PhoneVector) -> PhoneVector {
    right * vector.x + forward * vector.y + up * vector.z
  }

  init(right: PhoneVector, forward: PhoneVector, up: PhoneVector) {
    (self.right, self.forward, self.up) = (right, forward, up)
  }

  /// Creates the rotation of a device from the directions of its top and its screen in the carrier's axes.
  ///
  /// The screen is made perpendicular to the top.
  init(top: PhoneVector, screen: PhoneVector) {
    let y = top.normalised
    let z = (screen - y * (screen * y).sum()).normalised
    let x = y.cross(z)
    right = [x.x, y.x, z.x, 0]
    forward = [x.y, y.y, z.y, 0]
    up = [x.z, y.z, z.z, 0]
  }

  /// The attitude of the device after a rotation vector given in the carrier's axes.
  func turned(by turn: PhoneVector) -> PhoneRotation {
    let back = PhoneTurn(-turn)
    return PhoneRotation(
      right: self(back([1, 0, 0, 0])), forward: self(back([0, 1, 0, 0])),
      up: self(back([0, 0, 1, 0])))
  }

  /// The rotation vector, in the carrier's axes, from this attitude to another.
  func turn(to other: PhoneRotation) -> PhoneVector {
    // The device's axes in the carrier's are the rows; the rotation maps one set to the other.
    let (a, b) = (rows, other.rows)
    func entry(_ row: Int, _ column: Int) -> Double {
      var sum = 0.0
      for axis in 0..<3 { sum += Double(b[axis][row]) * Double(a[axis][column]) }
      return sum
    }
    let cosine = min(1, max(-1, (entry(0, 0) + entry(1, 1) + entry(2, 2) - 1) / 2))
    let axis = [
      entry(2, 1) - entry(1, 2), entry(0, 2) - entry(2, 0), entry(1, 0) - entry(0, 1),
    ]
    let sine = (axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]).squareRoot() / 2
    let angle = phoneAngle(sine: sine, cosine: cosine)
    if sine > 1e-4 {
      let share = angle / (2 * sine)
      return [Float(axis[0] * share), Float(axis[1] * share), Float(axis[2] * share), 0]
    }
    guard cosine < 0 else { return .zero }
    // Half a turn: the axis is the longest column of (rotation + 1).
    let column = (0..<3).max { entry($0, $0) < entry($1, $1) } ?? 0
    var half = PhoneVector.zero
    for row in 0..<3 { half[row] = Float(entry(row, column)) + (row == column ? 1 : 0) }
    return half.normalised * Float(angle)
  }

  /// The device's axes in the carrier's.
  var rows: [PhoneVector] {
    (0..<3).map { [right[$0], forward[$0], up[$0], 0] }
  }
}

/// A rotation by a rotation vector (Rodrigues' formula), prepared for many vectors.
struct PhoneTurn: Sendable {
  private let axis: PhoneVector
  /// sin θ / θ and (1 - cos θ) / θ².
  private let first, second: Float
  /// (θ - sin θ) / θ³.
  private let third: Float

  /// Prepares the rotation; exact to 1e-6 up to half a turn.
  @inline(__always)
  init(_ vector: PhoneVector) {
    axis = vector
    let square = (vector.x * vector.x + vector.y * vector.y + vector.z * vector.z)
    if square < 0.4 {
      // Four terms of the series; the next is below 0.4⁴ / 9!.
      first = 1 - square * (1 / 6 - square * (1 / 120 - square / 5040))
      second = 0.5 - square * (1 / 24 - square * (1 / 720 - square / 40_320))
      third = 1 / 6 - square * (1 / 120 - square * (1 / 5040 - square / 362_880))
    } else {
      (first, second, third) = PhoneTurn.coefficients(square)
    }
  }

  /// The coefficients of rare large rotations, not inlined.
  @inline(never)
  private static func coefficients(_ square: Float) -> (Float, Float, Float) {
    let angle = Double(square).squareRoot()
    let (s, c) = (phoneSine(angle), phoneCosine(angle))
    return (
      Float(s / angle), Float((1 - c) / Double(square)),
      Float((angle - s) / (angle * Double(square)))
    )
  }

  @inline(__always)
  func callAsFunction(_ vector: PhoneVector) -> PhoneVector {
    let once = axis.cross(vector)
    return vector + once * first + axis.cross(once) * second
  }

  /// The angular velocity in the rotated axes for a rate of change of minus the rotation vector.
  ///
  /// With this rotation by -τ, it is the reading of a gyroscope rotated by τ, for dτ/dt. The right Jacobian
  /// of SO(3), I - (1 - cos θ)/θ² [τ] + (θ - sin θ)/θ³ [τ]².
  @inline(__always)
  func velocity(ofRate rate: PhoneVector) -> PhoneVector {
    let once = axis.cross(rate)
    return rate + once * second + axis.cross(once) * third
  }
}

extension SIMD4<Float> {
  @inline(__always)
  func cross(_ other: Self) -> Self {
    let a = SIMD4(self.y, self.z, self.x, 0)
    let b = SIMD4(other.z, other.x, other.y, 0)
    let c = SIMD4(self.z, self.x, self.y, 0)
    let d = SIMD4(other.y, other.z, other.x, 0)
    return a * b - c * d
  }

  /// The length of the first three lanes.
  @inline(__always)
  var length: Float { (x * x + y * y + z * z).squareRoot() }

  /// The unit vector; zero stays zero.
  var normalised: Self {
    let length = length
    return length > 0 ? self / length : self
  }

  /// The first three lanes in double precision.
  @inline(__always)
  var wide: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }

  /// Creates a vector from double precision.
  @inline(__always)
  init(_ wide: SIMD3<Double>) {
    self.init(Float(wide.x), Float(wide.y), Float(wide.z), 0)
  }
}
