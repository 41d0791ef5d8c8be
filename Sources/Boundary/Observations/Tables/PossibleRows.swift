import Kernel

// Fast validity check of rows, by limits that are looked up once per kind of row: recordings have
// millions of values, nearly all valid, for which the slower `ImpossibleValue` is then skipped.

extension Observation {
  /// True if all values are valid; false too for rare kinds, which aren't checked here.
  func isPlainlyPossible(at time: SimTime) -> Bool {
    switch self {
    case .barometer(let sample): isPossible(sample, time, pressureLimits)
    case .gnss(let epoch):
      isPossible(epoch, time, epochLimits)
        && epoch.measurements.allSatisfy { isPossible($0, time, measurementLimits) }
    case .fix(let fix): isPossible(fix, time, fixLimits)
    case .wifi(let scan):
      isPossible(scan, time, scanLimits)
        && scan.readings.allSatisfy { isPossible($0, time, readingLimits) }
    case .beacon(let heard): isPossible(heard, time, beaconLimits)
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
private func isPossible<Row: FieldRow>(
  _ row: Row, _ time: SimTime, _ limits: [ClosedRange<Double>]
) -> Bool {
  var (row, check) = (row, LimitCheck(delivered: time, limits: limits))
  row.pass(&check)
  return check.isPossible
}

private struct LimitCollector: RowFields {
  var limits: [ClosedRange<Double>] = []

  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    limits.append(ImpossibleValue.range(of: name))
  }
  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {}
}

/// Checks each field against the limits of its position in the row.
private struct LimitCheck: RowFields {
  let delivered: SimTime
  let limits: [ClosedRange<Double>]
  var place = 0
  var isPossible = true

  @inline(__always)
  mutating func field<Value: RowValue>(_ name: String, _ value: inout Value) {
    if let number = value.number {
      isPossible = isPossible && limits[place].contains(number)
    } else if let time = value as? SimTime {
      let fault = ImpossibleValue(name, time, delivered: delivered)
      isPossible = isPossible && fault == nil
    }
    place += 1
  }

  @inline(__always)
  mutating func field<Value: RowValue>(ifThere name: String, _ value: inout Value?) {}
}
