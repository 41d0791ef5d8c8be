import Geometry
import Kernel
import Observations
import Positioning
import Recordings

extension SurveyNotes {
  /// Adds the magnetic field along a recording's path, with the vertical from the phone's other sensors, as in
  /// a phone that is being positioned.
  mutating func addFields(of recording: Recording, _ truth: RecordedTruth, _ frame: LocalFrame) {
    var trace = StepTrace()
    for delivered in recording.observations {
      switch delivered.item {
      case .accelerometer(let batch): trace.receive(accelerometer: batch)
      case .gyroscope(let batch): trace.receive(gyroscope: batch)
      case .magnetometer(let batch): trace.receive(magnetometer: batch)
      default: continue
      }
      for reading in trace.takeFields() {
        guard let here = place(truth, frame, at: reading.time) else { continue }
        fields.append(
          MagneticReading(
            storey: here.storey, point: here.point, upward: reading.upward, level: reading.level,
            walk: walk))
      }
    }
  }
}
