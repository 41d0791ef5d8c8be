import Kernel

// Fast validity check of rows, by limits that are looked up once per kind of row: recordings have
// millions of values, nearly all valid, for which the slower `InvalidValue` is then skipped.

extension Observation {
  /// True if all values are valid; false too for rare kinds, which aren't checked here.
  func isPlainlyPossible(at time: SimTime) -> Bool {
    switch self {
    case .barometer(let sample): isValid(sample, time, pressureLimits)
    case .gnss(let epoch):
      isValid(epoch, time, epochLimits)
        && epoch.measurements.allSatisfy { isValid($0, time, measurementLimits) }
    case .fix(let fix): isValid(fix, time, fixLimits)
    case .wifi(let scan):
      isValid(scan, time, scanLimits)
        && scan.readings.allSatisfy { isValid($0, time, readingLimits) }
    case .beacon(let received): isValid(received, time, beaconLimits)
    default: false
    }
  }
}

private let pressureLimits = limits(of: PressureSample.self)
private let epochLimits = limits(of: GNSSEpoch.self)
private let measurementLimits = limits(of: GNSSMeasurement.self)
private let fixLimits = limits(of: ReceiverFix.self)
private let scanLimits = limits(of: WiFiScan.self)
private let readingLimits = limits(of: WiFiReading.self)
private let beaconLimits = limits(of: BeaconAdvertisement.self)

/// Returns the valid range of each field of a row, in field order.
private func limits<Row: FieldRow>(of row: Row.Type) -> [ClosedRange<Double>] {
  var (value, collector) = (Row.blank, LimitCollector())
  value.pass(&collector)
  return collector.limits
}

@inline(__always)
private func isValid<Row: FieldRow>(
  _ row: Row, _ time: SimTime, _ limits: [ClosedRange<Double>]
) -> Bool {
  var (row, check) = (row, LimitCheck(delivered: time, limits: limits))
  row.pass(&check)
  return check.isValid
}

private struct LimitCollector: RowFields {
  var limits: [ClosedRange<Double>] = []

  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    limits.append(InvalidValue.range(of: name))
  }
  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {}
}

/// Checks each field against the limits of its position in the row.
private struct LimitCheck: RowFields {
  let delivered: SimTime
  let limits: [ClosedRange<Double>]
  var place = 0
  var isValid = true

  @inline(__always)
  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    if let number = value.number {
      isValid = isValid && limits[place].contains(number)
    } else if let time = value as? SimTime {
      let fault = InvalidValue(name, time, delivered: delivered)
      isValid = isValid && fault == nil
    }
    place += 1
  }

  @inline(__always)
  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {}
}
