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

  /// What a report says where there are none.
  static let none = "no navigation file of its time beside it: the stack learns no orbits"

  /// Hands the messages that are of a recording's time to it.
  ///
  /// - Parameters:
  ///   - assembly: The recording, which knows its length already.
  ///   - start: The moment of its time 0.
  /// - Returns: What a report says of it; nil where there are none.
  func deliver(to assembly: inout RecordingAssembly, from start: GPSTime) -> String? {
    var ephemerides = BroadcastEphemerides()
    var names: [String] = []
    // A file of another day would bring its ionosphere along.
    for file in files
    where file.ephemerides.all.contains(where: { assembly.canUse($0, from: start) }) {
      ephemerides.merge(file.ephemerides)
      names.append(file.name)
    }
    guard !names.isEmpty else { return nil }
    assembly.deliver(ephemerides, from: start)
    return "orbits of \(names.joined(separator: ", "))"
  }
}

extension RecordingAssembly {
  /// Whether a message tells a satellite's orbit at some time of the recording.
  fileprivate func canUse(_ message: BroadcastEphemeris, from start: GPSTime) -> Bool {
    message.satellite != nil && message.referenceTime + message.validSeconds > start
      && message.referenceTime - message.validSeconds < start + end.seconds
  }

  /// Takes messages as a receiver would have them: the one in force at the start at once, and each
  /// other when it becomes the nearest.
  ///
  /// - Parameters:
  ///   - ephemerides: The messages; those of other times are left out.
  ///   - start: The moment of the recording's time 0; its length is known already.
  mutating func deliver(_ ephemerides: BroadcastEphemerides, from start: GPSTime) {
    if let ionosphere = ephemerides.ionosphere {
      add(.ephemeris(.ionosphere(ionosphere)), at: .start)
    }
    let last = end.seconds
    for satellite in ephemerides.satellites {
      let messages = ephemerides.messages(of: satellite).filter { canUse($0, from: start) }
      let moments = messages.map { $0.referenceTime - start }
      for (number, message) in messages.enumerated() {
        // Halfway between two reference times, the later becomes the nearer.
        let due = number > 0 ? (moments[number - 1] + moments[number]) / 2 : 0
        let isOver = number + 1 < moments.count && moments[number] + moments[number + 1] <= 0
        guard due <= last, !isOver else { continue }
        add(.ephemeris(message), at: SimTime(seconds: max(0, due)))
      }
    }
  }
}
