import Geometry
import Kernel
import Observations
import Positioning
import Recordings

extension SurveyNotes {
  /// Notes the magnetic field along a recording's way: where up is the phone's other sensors tell, the
  /// same way as for a phone that looks for itself.
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
          Field(
            storey: here.storey, point: here.point, upward: reading.upward, level: reading.level,
            walk: walk))
      }
    }
  }
}
