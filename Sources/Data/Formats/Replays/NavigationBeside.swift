import Documents
import Kernel
import Observations
import Recordings

/// The broadcast messages in the RINEX navigation files beside a recording.
struct NavigationBeside {
  /// Content of each file, with its name.
  private let files: [(name: String, ephemerides: BroadcastEphemerides)]

  /// Frequency channels by GLONASS slot, from all files.
  var glonassChannels: [Int: Int] {
    files.reduce(into: [:]) { channels, file in
      channels.merge(file.ephemerides.glonassChannels) { first, _ in first }
    }
  }

  /// Reads all navigation files in a folder, with its trailing slash or empty; skips unreadable files.
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

  /// True for a name like `hour2350.16n`, `hksc155c.20g.gz` or `…_MN.rnx`.
  private static func mayBe(_ name: String) -> Bool {
    let plain = FileProbe.plain(name).lowercased()
    guard let dot = plain.lastIndex(of: ".") else { return false }
    let ending = plain[plain.index(after: dot)...]
    if ["rnx", "nav"].contains(ending) { return true }
    return ending.utf8.count == 3 && ending.dropLast().allSatisfy(\.isNumber)
      && "nglbpfqh".contains(ending.last ?? " ")
  }

  /// True if a file begins with the first line of a RINEX navigation file.
  static func isNavigation(_ head: [UInt8]) -> Bool {
    guard String(decoding: head, as: UTF8.self).contains("RINEX VERSION"), head.count > 20 else {
      return false
    }
    return "NGLHJC".utf8.contains(head[20])
  }

  /// The note for recordings without navigation files.
  static let none = "no navigation file of its time beside it: the stack receives no orbits"

  /// Adds the messages of a recording's time to it.
  ///
  /// - Parameters:
  ///   - assembly: The recording; its length must be known.
  ///   - start: Time 0 of the recording.
  /// - Returns: A note for the report; nil without messages.
  func deliver(to assembly: inout RecordingAssembly, from start: GPSTime) -> String? {
    var ephemerides = BroadcastEphemerides()
    var names: [String] = []
    // A file of another day would add its ionosphere.
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
  /// True if a message has a satellite's orbit and is valid during some part of the recording.
  fileprivate func canUse(_ message: BroadcastEphemeris, from start: GPSTime) -> Bool {
    message.satellite != nil && message.referenceTime + message.validSeconds > start
      && message.referenceTime - message.validSeconds < start + end.seconds
  }

  /// Delivers messages as a receiver would: the one in force at the start immediately, and each later one
  /// when it becomes the nearest.
  ///
  /// - Parameters:
  ///   - ephemerides: The messages; those of other times are skipped.
  ///   - start: Time 0 of the recording, whose length must be known.
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
