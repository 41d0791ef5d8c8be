import Documents
import Kernel
import Observations
import Recordings
import Testing

@Suite struct RecordingTests {
  private func reread(_ files: [(name: String, bytes: [UInt8])]) throws -> Recording {
    try Recording(name: "test", isValid: false) { name throws(DocumentError) in
      files.first { $0.name == name }?.bytes
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func recordingsRoundTrip(seed: UInt64) throws {
    var generator = ItemGenerator(seed: seed)
    let recording = generator.recording(itemsPerKind: 20)
    let read = try reread(recording.files)
    #expect(read.header == recording.header, "seed \(seed)")
    #expect(read.truth == recording.truth, "seed \(seed)")
    for (got, want) in zip(read.observations, recording.observations) where got != want {
      Issue.record("seed \(seed): read \(got), wrote \(want)")
      return
    }
    for (got, want) in zip(read.outputs, recording.outputs) where got != want {
      Issue.record("seed \(seed): read \(got), wrote \(want)")
      return
    }
    #expect(read == recording, "seed \(seed)")
  }

  /// Each kind alone, so that none depends on the others.
  @Test func eachKindRoundTripsAlone() throws {
    var generator = ItemGenerator(seed: 99)
    var names: Set<String> = []
    for kind in 0..<max(ItemGenerator.observationKinds, ItemGenerator.outputKinds) {
      for _ in 0..<50 {
        var recording = Recording(
          header: RecordingHeader(device: "d", source: "s", endTime: .start))
        if kind < ItemGenerator.observationKinds {
          recording.observations = [Delivered(time: .start, generator.observation(kind: kind))]
        }
        if kind < ItemGenerator.outputKinds {
          recording.outputs = [Delivered(time: .start, generator.output(kind: kind))]
        }
        let files = recording.files
        names.formUnion(files.map(\.name))
        #expect(try reread(files) == recording, "kind \(kind)")
      }
    }
    #expect(names.count == 1 + 18 + 18, "one file for each table and the header")
  }

  @Test func columnOrderDoesNotMatter() throws {
    let header = "version: 1\ndevice: d\nduration: 1 s\n"
    let csv =
      "rssi_dbm,minor,major,uuid,format,time_s,delivered_s,sequence,measured_power_dbm,address,note\n"
      + "-70,2,1,F7826DA6-4FA2-4E98-8024-BC5B71E0893E,iBeacon,0.5,0.6,0,-59,,ignored\n"
    let recording = try reread([
      ("recording.yaml", Array(header.utf8)), ("beacon.csv", Array(csv.utf8)),
    ])
    let received = BeaconAdvertisement(
      time: SimTime(seconds: 0.5),
      identity: BeaconIdentity(
        uuid: Identifier128(high: 0xF782_6DA6_4FA2_4E98, low: 0x8024_BC5B_71E0_893E), major: 1,
        minor: 2),
      measuredPowerDecibelMilliwatts: -59, rssiDecibelMilliwatts: -70)
    #expect(recording.observations == [Delivered(time: SimTime(seconds: 0.6), .beacon(received))])
  }

  @Test(arguments: [
    ("sequence,delivered_s,count,was_off\n0,0,x,0\n", "boot.csv:2:3: expected a whole number"),
    ("sequence,delivered_s,count,was_off\n0,0,1\n", "boot.csv:2:4: expected 0 or 1"),
    ("sequence,delivered_s,count,was_of\n0,0,1,0\n", "boot.csv:1:1: no column 'was_off' (did you"),
    ("sequence,delivered_s,count,was_off\n0,0,1,0,9\n", "boot.csv:2:5: 5 fields, where"),
    ("sequence,delivered_s,count,was_off\n0,soon,1,0\n", "boot.csv:2:2: expected a time"),
    ("sequence,delivered_s,count,was_off\n1,0,1,0\n0,0,1,0\n", "boot.csv:3:1: 'sequence' goes"),
    ("sequence,delivered_s,count,was_off\n0,5,1,0\n1,4,1,0\n", "goes back in time at sequence 1"),
    ("sequence,delivered_s,count,count\n", "boot.csv:1:4: duplicate column 'count'"),
    ("sequence,delivered_s,\"count\n", "boot.csv:1:3: a quote that never closes"),
    ("sequence,delivered_s,\"count\"x,was_off\n", "boot.csv:1:3: text after a closing quote"),
    ("", "boot.csv:1:1: an empty file"),
    ("sequence,delivered_s,count,was_off\n0,1e400,1,0\n", "boot.csv:2:2: expected a time"),
    ("sequence,delivered_s,count,was_off\n0,0,9223372036854775808,0\n", "boot.csv:2:3: expected"),
  ])
  func errorsHavePositions(csv: String, message: String) {
    let header = "version: 1\ndevice: d\nduration: 1 s\n"
    do {
      _ = try reread([("recording.yaml", Array(header.utf8)), ("boot.csv", Array(csv.utf8))])
      Issue.record("accepted \(csv)")
    } catch {
      #expect("\(error)".contains(message), "\(error)")
    }
  }

  @Test func negativeDurationIsAnError() {
    let yaml = Array("version: 1\ndevice: d\nduration: -1 s\n".utf8)
    do {
      _ = try reread([("recording.yaml", yaml)])
      Issue.record("accepted")
    } catch {
      #expect("\(error)".contains("expected a time of at least 0 s"), "\(error)")
    }
  }

  /// Mutated recordings are read, or fail with an error that names a file; they never trap or hang.
  @Test func survivesMutations() throws {
    var generator = ItemGenerator(seed: 4)
    let files = generator.recording(itemsPerKind: 2).files
    var refused = 0
    for round in 0..<8000 {
      var mutated = files
      for _ in 0...generator.stream.integer(below: 3) {
        let victim = generator.stream.integer(below: files.count)
        mutate(&mutated[victim].bytes, &generator.stream)
      }
      do {
        _ = try reread(mutated)
      } catch {
        refused += 1
        #expect("\(error)".contains("test"), "round \(round): \(error)")
      }
    }
    #expect(refused > 2000, "most mutations are noticed, \(refused) were")
  }

  private func mutate(_ bytes: inout [UInt8], _ stream: inout RandomStream) {
    guard !bytes.isEmpty else { return }
    let place = stream.integer(below: bytes.count)
    switch stream.integer(below: 6) {
    case 0: bytes[place] = UInt8(truncatingIfNeeded: stream.next())
    case 1: bytes.removeLast(bytes.count - place)
    case 2:
      bytes.insert(
        contentsOf: (0..<stream.integer(below: 40)).map { _ in
          UInt8(truncatingIfNeeded: stream.next())
        }, at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + stream.integer(below: 20)))
    case 4:
      let interesting = Array(",\n\"-.e09:\r\0".utf8)
      bytes[place] = interesting[stream.integer(below: interesting.count)]
    default:
      let end = min(bytes.count, place + stream.integer(below: 200))
      bytes.insert(contentsOf: bytes[place..<end], at: stream.integer(below: bytes.count))
    }
  }
}
