public import Kernel

/// Encoder of observations and timers as messages, for high rates.
public struct StackEncoder: Sendable {
  private var rows: RowsEncoder<Observation>
  private var outputs = RowsEncoder<Output>(RecordingTables.outputs)

  /// Creates an encoder of the kinds named in ``StackWire/observationKinds``; nil for all.
  public init(kinds: [String]? = nil) {
    self.init(RecordingTables.observations.filter { kinds?.contains($0.kind) ?? true })
  }

  /// Creates an encoder of the observations of some tables.
  init(_ tables: [RecordingTable<Observation>]) {
    rows = RowsEncoder(tables)
  }

  /// Appends the message of an observation: `{"observe":KIND,"time_s":T,"rows":[…]}`.
  ///
  /// Returns false without appending anything if the observation is of another kind.
  public mutating func append(
    _ observation: Observation, at time: SimTime, to bytes: inout [UInt8]
  ) -> Bool {
    let isWanted = rows.append(observation, to: &bytes) { kind, bytes in
      bytes.append(contentsOf: "{\"observe\":\"".utf8)
      bytes.append(contentsOf: kind.utf8)
      bytes.append(contentsOf: "\",\"time_s\":".utf8)
      StackWire.append(secondsOf: time, to: &bytes)
      bytes.append(contentsOf: ",\"rows\":".utf8)
    }
    if isWanted { bytes.append(UInt8(ascii: "}")) }
    return isWanted
  }

  /// Appends the message of a due timer.
  public func append(_ timer: StackTimer, at time: SimTime, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"timer\":\(timer.number),\"time_s\":".utf8)
    StackWire.append(secondsOf: time, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends the request for the position at a time, given by the member `locate_s`.
  public func append(
    _ name: String, _ moment: SimTime, at time: SimTime, to bytes: inout [UInt8]
  ) {
    bytes.append(contentsOf: "{\"\(name)_s\":".utf8)
    StackWire.append(secondsOf: moment, to: &bytes)
    bytes.append(contentsOf: ",\"time_s\":".utf8)
    StackWire.append(secondsOf: time, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends the message of another part's result: `{"found":KIND,"time_s":T,"rows":[…]}`.
  public mutating func append(
    found name: String, _ output: Output, at time: SimTime, to bytes: inout [UInt8]
  ) {
    let isWritten = outputs.append(output, to: &bytes) { _, bytes in
      bytes.append(contentsOf: "{\"found\":\"\(name)\",\"time_s\":".utf8)
      StackWire.append(secondsOf: time, to: &bytes)
      bytes.append(contentsOf: ",\"rows\":".utf8)
    }
    if isWritten { bytes.append(UInt8(ascii: "}")) }
  }

  /// Appends the message that begins or ends the run: `start` or `finish`.
  public func append(_ name: String, at time: SimTime, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"\(name)\":true,\"time_s\":".utf8)
    StackWire.append(secondsOf: time, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension StackWire {
  /// Appends a time in seconds, exact, without trailing zeros.
  static func append(secondsOf time: SimTime, to bytes: inout [UInt8]) {
    if time.nanoseconds < 0 { bytes.append(UInt8(ascii: "-")) }
    let (seconds, rest) = time.nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    bytes.append(contentsOf: "\(seconds)".utf8)
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (unit, left): (UInt64, UInt64) = (100_000_000, rest)
    while left > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: left / unit))
      left %= unit
      unit /= 10
    }
  }
}
