import Geometry
import Kernel
import Observations
import Signals
import Truth

/// A person who walks straight ahead, and the phone's sensors.
struct InertialWalk {
  var placement = Placement.waist
  var doing = Doing.walking
  var speed = 1.34
  var seconds = 60.0
  var device: UInt64 = 1
  var parameters = InertialParameters()
  var gait = Gait()

  var trajectory: Trajectory {
    Trajectory(
      along: speed > 0 ? [[0, 0, 0], [speed * seconds, 0, 0]] : [[0, 0, 0]], speed: speed,
      doing: doing, placement: placement, gait: gait)
  }

  var model: InertialModel {
    InertialModel(
      parameters, in: InertialSurroundings(), for: SignalReceiver(seed: 5, device: device))
  }

  func readings(
    _ sensors: InertialSensors = [.accelerometer, .gyroscope], hertz: Double = 50,
    along trajectory: Trajectory? = nil
  ) -> InertialReadings {
    var readings = InertialReadings()
    var model = model
    var cursor = TrajectoryCursor(trajectory ?? self.trajectory)
    model.fill(
      &readings, sensors: sensors, hertz: hertz, from: .start, until: SimTime(seconds: seconds),
      along: &cursor)
    return readings
  }

  /// Sensors without error; otherwise realistic.
  static var trueSensors: InertialParameters {
    var parameters = InertialParameters()
    parameters.accelerometer = .ideal
    parameters.gyroscope = .ideal
    parameters.magnetometer = .ideal
    return parameters
  }
}

extension InertialSample {
  var vector: SIMD3<Double> { [Double(x), Double(y), Double(z)] }
}

func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }

func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
  [a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x]
}
