import Observations
import Recordings

/// Reads a satellite's row of observations.
struct RinexRowReader {
  let text: ColumnText
  let isThird: Bool
  var first: ColumnText.Line
  /// Continuation lines in version 2.
  var others: [ColumnText.Line] = []

  /// The measurement of the best signal with a pseudorange; nil, and counted, if none has one.
  func measurement(
    of id: SatelliteID, signals: [RinexSignal], channel: (number: Int, isReported: Bool)?,
    report: inout ReadingReport<RinexObservations.Warning>
  ) -> GNSSMeasurement? {
    let line = first.number
    for signal in signals {
      guard let range = value(signal.pseudorange, &report) else { continue }
      // 22,000 to 42,000 km, and up to a second of clock error.
      guard (1e6...4e8).contains(range) else {
        report.note(.invalidRange, line: line)
        return nil
      }
      var frequency = signal.frequency
      if id.constellation == .glonass {
        guard let channel else {
          report.note(.unknownChannel, line: line)
          return nil
        }
        if !channel.isReported { report.note(.assumedChannel, line: line) }
        frequency = CarrierFrequency.l1(of: .glonass, channel: channel.number)
      }
      return measurement(id, signal, range, frequency, &report)
    }
    report.note(.noPseudorange, line: line)
    return nil
  }

  private func measurement(
    _ id: SatelliteID, _ signal: RinexSignal, _ range: Double, _ frequency: Double,
    _ report: inout ReadingReport<RinexObservations.Warning>
  ) -> GNSSMeasurement {
    let wavelength = KeplerEphemeris.speedOfLight / frequency
    var strength = signal.strength.flatMap { value($0, &report) } ?? 0
    if strength <= 0 || strength > 99 {
      report.note(.assumedStrength, line: first.number)
      strength = RinexSignals.strength(digit: mark(signal.pseudorange, 15)) ?? 35
    }
    let doppler = signal.doppler.flatMap { value($0, &report) }
    let phase = signal.phase.flatMap { value($0, &report) }
    var phaseState: DeltaRangeState = phase == nil ? [] : .valid
    // Bit 0 of the loss-of-lock indicator: cycles may have slipped since the last epoch.
    let lossOfLock = signal.phase.map { mark($0, 14) } ?? 32
    if phase != nil, lossOfLock > 48, lossOfLock < 58, lossOfLock & 1 == 1 {
      phaseState.insert(.cycleSlip)
    }
    return GNSSMeasurement(
      satellite: id, carrierFrequencyHertz: frequency, pseudorangeMetres: range,
      pseudorangeSigmaMetres: RinexSignals.codeSigma(
        strength: strength, constellation: id.constellation),
      // Doppler shift is positive when approaching, range rate when receding.
      pseudorangeRateMetresPerSecond: doppler.map { -$0 * wavelength } ?? 0,
      pseudorangeRateSigmaMetresPerSecond: doppler == nil
        ? .infinity : RinexSignals.rateSigma(strength: strength),
      accumulatedDeltaRangeMetres: phase.map { $0 * wavelength } ?? 0,
      // A few per cent of a wavelength: an estimate for a phone's carrier loop.
      accumulatedDeltaRangeSigmaMetres: phase == nil ? .infinity : 0.005,
      accumulatedDeltaRangeState: phaseState, carrierToNoiseDecibelHertz: strength,
      state: id.constellation == .glonass
        ? [.codeLock, .bitSync, .glonassStringSync, .glonassTimeOfDayDecoded]
        : [.codeLock, .bitSync, .subframeSync, .timeOfWeekDecoded])
  }

  /// Start of a column's sixteen characters.
  private func place(_ index: Int) -> (row: ColumnText.Line?, column: Int) {
    guard !isThird else { return (first, 3 + 16 * index) }
    let (row, place) = index.quotientAndRemainder(dividingBy: 5)
    guard row > 0 else { return (first, 16 * place) }
    return (row <= others.count ? others[row - 1] : nil, 16 * place)
  }

  /// The number in a column; nil if it is missing or zero, which also means missing.
  private func value(
    _ index: Int, _ report: inout ReadingReport<RinexObservations.Warning>
  ) -> Double? {
    let (row, column) = place(index)
    guard let row else { return nil }
    let quick =
      row.width >= column + 14
      ? RinexDecimal.field(text.bytes.span.bytes, at: row.start + column) : nil
    switch quick ?? text.number(row, column..<column + 14) {
    case .blank: return nil
    case .value(let value):
      // F14.3 fills all fourteen columns: a shorter line is truncated.
      guard value.isFinite, row.width >= column + 14 else { break }
      return value == 0 ? nil : value
    case .bad: break
    }
    report.note(.badNumber, line: row.number)
    return nil
  }

  /// The digit at an offset from a column's start.
  private func mark(_ index: Int, _ offset: Int) -> UInt8 {
    let (row, column) = place(index)
    guard let row, column + offset < row.width else { return 32 }
    return text.bytes[row.start + column + offset]
  }
}
