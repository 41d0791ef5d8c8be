import Kernel
import Observations
import Testing

/// A log of outputs behaves like a list of them.
struct OutputLogTests {
  @Test(arguments: ["/tmp", "/nonexistent"]) func equalsAnArray(folder: String) {
    var generator = ItemGenerator(seed: 11)
    var outputs: [Delivered<Output>] = []
    for number in 0..<6000 {
      // Mostly locations, as from a stack, with all other outputs among them.
      let kind = number % 4 < 3 ? 0 : number / 4 % ItemGenerator.outputKinds
      outputs.append(
        Delivered(
          time: SimTime(nanoseconds: Int64(number) * 250_000_001), generator.output(kind: kind),
          app: ["", "a", "b"][number / 5 % 3]))
    }
    let file = FileBackedStorage(folder: folder)
    var log = OutputLog(in: file)
    for output in outputs { log.append(output) }
    #expect(file.blockCount > 0 || folder != "/tmp", "expected blocks in the file")
    // Compared by their texts, because NaN isn't equal to itself.
    #expect(log.count == outputs.count)
    for (index, (got, want)) in zip(log, outputs).enumerated() {
      guard "\(got)" == "\(want)", "\(log[index])" == "\(want)" else {
        Issue.record("output \(index): \(got) for \(want)")
        break
      }
    }
    #expect(Array(log[5990...]).map { "\($0)" } == outputs[5990...].map { "\($0)" })
    #expect(OutputLog(outputs.prefix(100)).count == 100)
  }

  /// Repeated radio requests are preserved, with other requests between them.
  @Test func keepsRepeatedRequests() {
    let requests: [RadioRequest] = [
      .start(.gnss, period: .seconds(1)), .attribute(.gnss, to: ["guide/location"]),
      .stop(.gnss), .scanWiFi, .start(.gnss, period: .seconds(5)),
    ]
    var outputs: [Delivered<Output>] = []
    for number in 0..<5000 {
      let request: RadioRequest =
        number % 50 < 40 ? requests[number % 7 % 5] : .fetch("wifi/tile/\(number % 977)")
      outputs.append(Delivered(time: SimTime(nanoseconds: Int64(number)), .radio(request)))
    }
    let log = OutputLog(outputs)
    #expect(Array(log) == outputs)
  }
}
