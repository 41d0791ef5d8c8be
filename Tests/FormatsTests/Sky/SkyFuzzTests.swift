import Documents
import Formats
import Kernel
import Observations
import Recordings
import Testing

/// For any bytes, a reader returns or throws, and the result is usable.
struct SkyFuzzTests {
  static let files = [
    "brdc0910-gps.09n", "brdc0910-glonass.09g", "esbc1770-mixed.20p", "pixel6.23o",
    "gnsslogger-2016.txt", "gnsslogger-v3.txt",
  ]

  @Test(arguments: files) func readersSurviveMutations(name: String) throws {
    let good = try SkyPaths.excerpt(name)
    var survived = 0
    for round in 0..<400 {
      var random = RandomStream(seed: 99, entity: UInt64(round), purpose: "fuzz")
      if use(mutated(good, &random), name) { survived += 1 }
    }
    // Most files with a few wrong bytes are still usable.
    #expect(survived > 100)
  }

  @Test(arguments: files) func readersSurviveTruncation(name: String) throws {
    let good = try SkyPaths.excerpt(name)
    for length in stride(from: 0, to: good.count, by: max(1, good.count / 300)) {
      _ = use(Array(good[..<length]), name)
    }
  }

  /// Some bytes changed, removed, inserted, doubled or swapped by the line.
  private func mutated(_ good: [UInt8], _ random: inout RandomStream) -> [UInt8] {
    var bytes = good
    for _ in 0...random.integer(below: 12) {
      let place = random.integer(below: bytes.count)
      let length = min(random.integer(below: 200), bytes.count - place)
      switch random.integer(below: 7) {
      case 0: bytes[place] = UInt8(random.integer(below: 256))
      case 1: bytes[place] = UInt8(48 + random.integer(below: 10))
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 4: bytes[place] = [10, 13, 32, 45, 46, 44, 62, 68][random.integer(below: 8)]
      case 5:
        for index in place..<place + min(length, 12) { bytes[index] = 57 }
      default: bytes.insert(UInt8(random.integer(below: 256)), at: place)
      }
      if bytes.isEmpty { bytes = [10] }
    }
    return bytes
  }

  /// Reads the bytes as every format and uses the results; true if the file's own format was read.
  private func use(_ bytes: [UInt8], _ name: String) -> Bool {
    var isRead = false
    let isNavigation = name.contains("brdc") || name.contains("esbc")
    do throws(DocumentError) {
      if isNavigation {
        try use(RinexNavigation.read(bytes, file: name))
      } else if name.hasSuffix("o") {
        let read = try RinexObservations.read(bytes, file: name)
        #expect(zip(read.epochs, read.epochs.dropFirst()).allSatisfy { $0.time < $1.time })
        read.epochs.forEach(check)
      } else {
        let read = try GNSSLoggerRecording.read(bytes, file: name)
        #expect(zip(read.epochs, read.epochs.dropFirst()).allSatisfy { $0.time < $1.time })
        read.epochs.forEach(check)
      }
      isRead = true
    } catch {
      #expect(error.description.contains(name))
    }
    return isRead
  }

  private func use(_ read: RinexNavigation) {
    let store = read.ephemerides
    for message in store.all {
      let time = message.referenceTime
      for offset in [-7200.0, 0, 3333] {
        let state = message.satelliteState(atSecondsOfWeek: time.secondsOfWeek + offset)
        #expect(state.map { $0.positionMetres.x.isFinite && $0.clockSeconds.isFinite } == true)
      }
      _ = store.satellites(at: time)
    }
  }

  private func check(_ epoch: GNSSEpoch) {
    for signal in epoch.measurements {
      #expect(signal.pseudorangeMetres.isFinite && signal.pseudorangeMetres > 0)
      #expect(signal.carrierFrequencyHertz > 1e9)
      #expect(!signal.pseudorangeSigmaMetres.isNaN)
    }
  }
}
