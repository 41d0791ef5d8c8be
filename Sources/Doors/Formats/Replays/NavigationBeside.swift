import Documents
import Kernel
import Observations
import Recordings

/// The broadcast messages in the RINEX navigation files beside a recording.
struct NavigationBeside {
  /// What each file holds, by its name.
  private let files: [(name: String, ephemerides: BroadcastEphemerides)]

  /// The frequency channels of GLONASS slots that some file tells.
  var glonassChannels: [Int: Int] {
    files.reduce(into: [:]) { channels, file in
      channels.merge(file.ephemerides.glonassChannels) { first, _ in first }
    }
  }

  /// Reads all navigation files in a folder; one that can't be read is no help and no harm.
  ///
  /// - Parameters:
  ///   - tree: Where the folder is.
  ///   - folder: The folder, with the slash at its end, or empty.
  init(_ tree: RecordingTree, folder: String) {
    files = tree.names(in: String(folder.dropLast())).compactMap { name in
      let file = folder + name
      guard Self.mayBe(name), Self.isNavigation(tree.head(file, count: 80)),
        let bytes = try? tree.bytes(file),
        let content = try? RinexNavigation.read(bytes, file: tree.title(file))
      else { return nil }
      return (name, content.ephemerides)
    }
  }

  /// Whether a name is like `hour2350.16n`, `hksc155c.20g.gz` or `…_MN.rnx`.
  private static func mayBe(_ name: String) -> Bool {
    let plain = RecordingClue.plain(name).lowercased()
    guard let dot = plain.lastIndex(of: ".") else { return false }
    let ending = plain[plain.index(after: dot)...]
    if ["rnx", "nav"].contains(ending) { return true }
    return ending.utf8.count == 3 && ending.dropLast().allSatisfy(\.isNumber)
      && "nglbpfqh".contains(ending.last ?? " ")
  }

  /// Whether a file begins with the first line of a RINEX navigation file.
  static func isNavigation(_ head: [UInt8]) -> Bool {
    guard String(decoding: head, as: UTF8.self).contains("RINEX VERSION"), head.count > 20 else {
      return false
    }
    return "NGLHJC".utf8.contains(head[20])
  }

  /// Hands the messages to a recording as a receiver would have them: the one in force at the
  /// start at once, and each other when it becomes the nearest.
  ///
  /// - Parameters:
  ///   - assembly: The recording, which knows its length already.
  ///   - start: The moment of its time 0.
  /// - Returns: What a report says of it.
  func deliver(to assembly: inout RecordingAssembly, from start: GPSTime) -> String {
    let end = start + assembly.end.seconds
    func isOfUse(_ message: BroadcastEphemeris) -> Bool {
      message.satellite != nil && message.referenceTime + message.validSeconds > start
        && message.referenceTime - message.validSeconds < end
    }
    var ephemerides = BroadcastEphemerides()
    var names: [String] = []
    // A file of another day would bring its ionosphere along.
    for file in files where file.ephemerides.all.contains(where: isOfUse) {
      ephemerides.merge(file.ephemerides)
      names.append(file.name)
    }
    guard !names.isEmpty else {
      return "no navigation file of its time beside it: the stack learns no orbits"
    }
    if let ionosphere = ephemerides.ionosphere {
      assembly.add(.ephemeris(.ionosphere(ionosphere)), at: .start)
    }
    for satellite in ephemerides.satellites {
      let messages = ephemerides.messages(of: satellite).filter(isOfUse)
      let moments = messages.map { $0.referenceTime - start }
      for (number, message) in messages.enumerated() {
        // Halfway between two reference times, the later becomes the nearer.
        let due = number > 0 ? (moments[number - 1] + moments[number]) / 2 : 0
        let isOver = number + 1 < moments.count && moments[number] + moments[number + 1] <= 0
        guard due <= assembly.end.seconds, !isOver else { continue }
        assembly.add(.ephemeris(message), at: SimTime(seconds: max(0, due)))
      }
    }
    return "orbits of \(names.joined(separator: ", "))"
  }
}
