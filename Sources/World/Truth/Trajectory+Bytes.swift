package import Documents
import Geometry
import Kernel

// The binary format of trajectories for this build's own use; exact, footfalls included.

extension Trajectory {
  /// Writes the trajectory; ``init(from:)`` restores it exactly.
  package func write(to writer: inout PackedWriter) {
    path.write(to: &writer)
    doing.write(to: &writer) { $0.add(Doing.number(of: $1)) }
    level.write(to: &writer) { $0.add($1) }
    placement.write(to: &writer) { $0.add(Placement.number(of: $1)) }
    link.write(to: &writer) { $0.add(PowerLink.number(of: $1)) }
    vehicle.write(to: &writer) { $0.add($1) }
    lying.write(to: &writer) { writer, place in
      writer.add(place == nil ? 0 : 1 as UInt8)
      guard let place else { return }
      for value in [place.x, place.y, place.z] { writer.add(value) }
    }
    stepEvents.write(to: &writer)
    writer.add(missed.count)
    for (time, steps, metres) in missed {
      writer.add(time.nanoseconds)
      writer.add(steps)
      writer.add(metres)
    }
  }

  /// Returns nil if the bytes aren't a trajectory.
  package init?(from reader: inout PackedReader) {
    guard let path = MotionPath(from: &reader),
      let doing = Track(from: &reader, { $0.one(of: Doing.self) }),
      let level = Track(from: &reader, { $0.optionalNumber() }),
      let placement = Track(from: &reader, { $0.one(of: Placement.self) }),
      let link = Track(from: &reader, { $0.one(of: PowerLink.self) }),
      let vehicle = Track(from: &reader, { $0.optionalNumber() }),
      let lying = Track(from: &reader, { $0.optionalPlace() }),
      let stepEvents = StepEvents(from: &reader),
      let missed = reader.list({ reader -> (time: SimTime, steps: Double, metres: Double)? in
        guard let time = reader.time(), let steps = reader.real(), let metres = reader.real()
        else { return nil }
        return (time, steps, metres)
      })
    else { return nil }
    self.init(
      path: path, doing: doing, level: level, placement: placement, link: link, vehicle: vehicle,
      stepEvents: stepEvents, lying: lying, missed: missed)
  }
}

extension MotionPath {
  fileprivate func write(to writer: inout PackedWriter) {
    for index in 0..<4 { writer.add(origin[index]) }
    writer.add(spans.count)
    for span in spans {
      writer.add(span.firstTick)
      writer.add(span.stepTicks)
      writer.add(span.hasHeight ? 1 : 0 as UInt8)
      for number in [span.count, span.firstWord, span.firstBase] { writer.add(number) }
    }
    writer.add(bases.count)
    for base in bases {
      for number in [base.firstControl, base.east, base.north, base.heading, base.up] {
        writer.add(number)
      }
    }
    writer.add(words)
  }

  fileprivate init?(from reader: inout PackedReader) {
    guard let east = reader.real(), let north = reader.real(), let heading = reader.real(),
      let up = reader.real(), let spans = reader.list({ MotionSegment(from: &$0) }),
      let bases = reader.list({ Base(from: &$0) }), let words = reader.numbers(of: Int16.self)
    else { return nil }
    self.init(origin: .zero)
    // Not rounded to the unit again: it already is a multiple.
    origin = SIMD4(east, north, heading, up)
    (self.spans, self.bases, self.words) = (spans, bases, words)
  }
}

extension MotionPath.MotionSegment {
  fileprivate init?(from reader: inout PackedReader) {
    guard let first: Int32 = reader.number(), let step: Int16 = reader.number(),
      let height: UInt8 = reader.number(), let count: Int32 = reader.number(),
      let word: Int32 = reader.number(), let base: Int32 = reader.number()
    else { return nil }
    self.init(
      firstTick: first, stepTicks: step, hasHeight: height == 1, count: count, firstWord: word,
      firstBase: base)
  }
}

extension MotionPath.Base {
  fileprivate init?(from reader: inout PackedReader) {
    guard let first: Int32 = reader.number(), let east: Int32 = reader.number(),
      let north: Int32 = reader.number(), let heading: Int32 = reader.number(),
      let up: Int32 = reader.number()
    else { return nil }
    self.init(firstControl: first, value: .zero)
    (self.east, self.north, self.heading, self.up) = (east, north, heading, up)
  }
}

extension StepEvents {
  fileprivate func write(to writer: inout PackedWriter) {
    writer.add(times)
    writer.add(distances.map(\.bitPattern))
    writer.add(bouts.count)
    for bout in bouts {
      writer.add(bout.begin.nanoseconds)
      writer.add(bout.firstStep)
    }
  }

  fileprivate init?(from reader: inout PackedReader) {
    guard let times = reader.numbers(of: UInt32.self),
      let distances = reader.numbers(of: UInt32.self),
      distances.count == times.count,
      let bouts = reader.list({ reader -> Bout? in
        guard let begin = reader.time(), let first = reader.integer() else { return nil }
        return Bout(begin: begin, firstStep: first)
      })
    else { return nil }
    self.init(times: times, distances: distances.map(Float.init(bitPattern:)), bouts: bouts)
  }
}

extension Track {
  fileprivate func write(
    to writer: inout PackedWriter, _ add: (inout PackedWriter, Value) -> Void
  ) {
    writer.add(changes.count)
    for change in changes {
      writer.add(change.time.nanoseconds)
      add(&writer, change.value)
    }
  }

  fileprivate init?(from reader: inout PackedReader, _ value: (inout PackedReader) -> Value?) {
    guard
      let changes = reader.list({ reader -> Change? in
        guard let time = reader.time(), let value = value(&reader) else { return nil }
        return Change(time: time, value: value)
      })
    else { return nil }
    self.init(changes: changes)
  }
}

extension CaseIterable where Self: Equatable {
  /// The index of a case among all cases, which are few.
  fileprivate static func number(of value: Self) -> UInt8 {
    UInt8(clamping: allCases.enumerated().first { $0.element == value }?.offset ?? 0)
  }
}

extension PackedWriter {
  fileprivate mutating func add(_ number: Int?) {
    add(number == nil ? 0 : 1 as UInt8)
    if let number { add(number) }
  }
}

extension PackedReader {
  fileprivate mutating func time() -> SimTime? {
    number(Int64.self).map(SimTime.init(nanoseconds:))
  }

  fileprivate mutating func one<Value: CaseIterable>(of _: Value.Type) -> Value? {
    guard let number: UInt8 = number() else { return nil }
    return Value.allCases.dropFirst(Int(number)).first
  }

  /// An optional number; the outer nil means an error.
  fileprivate mutating func optionalNumber() -> Int?? {
    guard let isThere: UInt8 = number() else { return nil }
    return isThere == 0 ? .some(nil) : number(Int.self).map(Optional.some)
  }

  /// An optional position; the outer nil means an error.
  fileprivate mutating func optionalPlace() -> Vec3?? {
    guard let isThere: UInt8 = number() else { return nil }
    guard isThere != 0 else { return .some(nil) }
    guard let east = real(), let north = real(), let up = real() else { return nil }
    return .some(Vec3(east, north, up))
  }
}
