import Documents
import Glibc
import Synchronization
import TestSupport
import Testing

/// The cache between runs: always correct, in any state of the folder.
struct WorkCacheTests {
  private static let thing = Array("a thing that took long to make".utf8)
  private static let key = SHA256.digest(of: "what decides it".utf8)

  /// The cached value for a key, and true if it had to be made.
  private static func lookUp(
    _ folder: String, _ key: SHA256.Digest = key
  ) -> (value: [UInt8], isMade: Bool, problem: String?) {
    let cache = WorkCache(folder: folder)
    var isMade = false
    let value = cache.value("thing", of: key, read: { $0 }, bytes: { $0 }) {
      isMade = true
      return thing
    }
    return (value, isMade, cache.problem)
  }

  private static func entry(_ folder: String) throws -> String {
    folder + "/" + (try #require(WorkCache(folder: folder).entries().first).name)
  }

  @Test func valuesAreComputedOnce() throws {
    let folder = try TemporaryFolder()
    let place = folder.path + "/deep/cache"
    #expect(Self.lookUp(place).isMade)
    let again = Self.lookUp(place)
    #expect(!again.isMade && again.value == Self.thing && again.problem == nil)
    // Another key is another entry.
    #expect(Self.lookUp(place, SHA256.digest(of: "something else".utf8)).isMade)
    #expect(WorkCache(folder: place).entries().count == 2)
    #expect(WorkCache(folder: place).clear() == (2, 0))
    #expect(Self.lookUp(place).isMade)
  }

  /// Failures aren't cached, and the error is reported.
  @Test func failuresAreNotCached() throws {
    struct Failure: Error {}
    let folder = try TemporaryFolder()
    let cache = WorkCache(folder: folder.path)
    #expect(throws: Failure.self) {
      try cache.value("thing", of: Self.key, read: { $0 }, bytes: { $0 }) {
        () throws(Failure) -> [UInt8] in throw Failure()
      }
    }
    #expect(cache.entries().isEmpty)
  }

  /// A recorded fact is found until its entry is damaged.
  @Test func factsAreCached() throws {
    let folder = try TemporaryFolder()
    let cache = WorkCache(folder: folder.path)
    #expect(!cache.contains("fact", of: Self.key))
    cache.note("fact", of: Self.key)
    #expect(WorkCache(folder: folder.path).contains("fact", of: Self.key))
    #expect(!cache.contains("fact", of: SHA256.digest(of: "another".utf8)))
    #expect(!cache.contains("thing", of: Self.key))
    let path = try Self.entry(folder.path)
    let whole = try readFile(path, limit: 1 << 20)
    for count in 0..<whole.count {
      try writeFile(Array(whole.prefix(count)), to: path)
      #expect(!cache.contains("fact", of: Self.key), "cut to \(count)")
    }
    WorkCache(folder: "/proc/venuesim").note("fact", of: Self.key)
  }

  /// A truncated entry, or one with any changed byte, is made again and repaired.
  @Test func damagedEntriesAreComputedAgain() throws {
    let folder = try TemporaryFolder()
    _ = Self.lookUp(folder.path)
    let path = try Self.entry(folder.path)
    let whole = try readFile(path, limit: 1 << 20)
    for count in 0..<whole.count {
      try writeFile(Array(whole.prefix(count)), to: path)
      let found = Self.lookUp(folder.path)
      #expect(found.isMade && found.value == Self.thing, "cut to \(count)")
      #expect(try readFile(path, limit: 1 << 20) == whole)
    }
    for index in whole.indices {
      var other = whole
      other[index] ^= 0x10
      try writeFile(other, to: path)
      let found = Self.lookUp(folder.path)
      #expect(found.isMade && found.value == Self.thing, "byte \(index)")
    }
    try writeFile(whole + [0], to: path)
    #expect(Self.lookUp(folder.path).isMade)
  }

  /// Another program's file under the same name isn't used.
  @Test func foreignEntriesAreNotUsed() throws {
    let folder = try TemporaryFolder()
    _ = Self.lookUp(folder.path)
    let path = try Self.entry(folder.path)
    _ = Self.lookUp(folder.path, SHA256.digest(of: "another version".utf8))
    let other = try #require(
      WorkCache(folder: folder.path).entries().map { folder.path + "/" + $0.name }.first {
        $0 != path
      })
    try writeFile(readFile(other, limit: 1 << 20), to: path)
    #expect(Self.lookUp(folder.path).isMade)
    // An unreadable value is made again, too.
    let cache = WorkCache(folder: folder.path)
    let value = cache.value(
      "thing", of: Self.key, read: { _ in throw DocumentError("not mine") }, bytes: { $0 },
      make: { [1] })
    #expect(value == [1])
  }

  /// Without a usable folder, everything works uncached.
  @Test func unusableFoldersOnlyDisableCaching() throws {
    let folder = try TemporaryFolder()
    try folder.write("file", "")
    let under = Self.lookUp(folder.path + "/file/cache")
    #expect(under.isMade && under.value == Self.thing)
    #expect(under.problem?.contains("a part of its path is not a folder") == true)
    let nowhere = Self.lookUp("/proc/venuesim")
    #expect(nowhere.value == Self.thing && nowhere.problem != nil)
    // A folder in place of an entry.
    _ = Self.lookUp(folder.path + "/c")
    let path = try Self.entry(folder.path + "/c")
    #expect(unlink(path) == 0)
    try folder.write(String(path.dropFirst(folder.path.utf8.count + 1)) + "/mine", "")
    let blocked = Self.lookUp(folder.path + "/c")
    #expect(blocked.value == Self.thing && blocked.problem != nil)
    #expect(folderContents(folder.path + "/c")?.count == 1, "no draft is left")
  }

  /// Leftovers of a killed process are removed after a while; those of a live process stay.
  @Test func leftoverFilesAreRemoved() throws {
    let folder = try TemporaryFolder()
    try folder.write(".vscache-1-1", "half")
    try folder.write(".vscache-2-1", "at work")
    try folder.write("notes.txt", "mine")
    var times = [timeval(tv_sec: 1, tv_usec: 0), timeval(tv_sec: 1, tv_usec: 0)]
    #expect(utimes(folder.path + "/.vscache-1-1", &times) == 0)
    _ = Self.lookUp(folder.path)
    let names = try #require(folderContents(folder.path))
    #expect(!names.contains(".vscache-1-1") && names.contains(".vscache-2-1"))
    #expect(WorkCache(folder: folder.path).clear() == (2, 0))
    #expect(folderContents(folder.path) == ["notes.txt"])
  }

  /// Many concurrent users get the same value, and leave one complete entry.
  @Test func concurrentUsersLeaveOneCompleteEntry() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    let values = await withTaskGroup(of: [UInt8].self) { group in
      for _ in 0..<40 { group.addTask { Self.lookUp(path).value } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(values.allSatisfy { $0 == Self.thing })
    // The folder is deleted with its last use, which must come after this.
    #expect(folderContents(folder.path)?.count == 1)
    #expect(!Self.lookUp(folder.path).isMade)
    withExtendedLifetime(folder) {}
  }

  /// Progress of long work is reported at most a hundred times, never backwards; short work isn't reported.
  @Test func progressOfLongWorkIsReported() throws {
    struct Reported { var shares: [Double] = []; var label = "" }
    let reported = Mutex(Reported())
    LongWork.watch { label, share in
      guard label.contains("long-work-test") else { return }
      reported.withLock { reported in
        reported.shares.append(share)
        reported.label = label
      }
    }
    defer { LongWork.watch(nil) }
    var mark = WorkMark(reading: "long-work-test.csv", count: 12_000_000)
    for index in 0...12_000 { mark.pass(index * 1000) }
    reported.withLock { reported in
      #expect((90...102).contains(reported.shares.count))
      #expect(reported.shares == reported.shares.sorted() && reported.shares.last ?? 0 > 0.98)
      #expect(reported.label == "reading long-work-test.csv, 12 MB")
      reported.shares = []
    }
    var short = WorkMark(reading: "long-work-test.csv", count: 100_000)
    for index in 0...100 { short.pass(index * 1000) }
    reported.withLock { #expect($0.shares.isEmpty) }
  }
}
