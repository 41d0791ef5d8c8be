import Documents
import Kernel
import Testing

@Suite struct ArchivesStreamTests {
  /// Written by gzip of Python 3.11.7.
  private static let hello = decoded("H4sIAAAAAAACA8tIzcnJV8ggiwQA5E3QWTwAAAA=")
  private static let text = (0..<10).flatMap { _ in Array("hello ".utf8) }

  @Test func gzipUnpacks() throws {
    #expect(try Gzip.decompress(Self.hello, name: "h.gz") == Self.text)
    #expect(try Gzip.decompress(Self.hello + Self.hello, name: "h.gz") == Self.text + Self.text)
    for seed in 0..<60 as Range<UInt64> {
      var random = RandomStream(seed: seed, purpose: "gzip")
      let letters = 1 + random.integer(below: 256)
      let contents = (0..<random.integer(below: 200_000)).map { _ in
        UInt8(random.integer(below: letters))
      }
      let packed = try Gzip.compress(contents)
      #expect(try Gzip.compress(contents) == packed)
      #expect(packed[4..<8].elementsEqual([0, 0, 0, 0]), "the time is set")
      var limits = ArchiveLimits()
      limits.entrySize = contents.count
      #expect(
        try Gzip.decompress(packed, name: "r.gz", limits: limits) == contents, "seed \(seed)")
      guard contents.count > 1 else { continue }
      limits.entrySize = contents.count - 1
      #expect(gzipProblem(packed, limits) == .limitExceeded("unpacked bytes", contents.count - 1))
      #expect(
        gzipProblem(packed + packed, limits) == .limitExceeded("unpacked bytes", contents.count - 1)
      )
    }
  }

  @Test func gzipRefusesDamage() throws {
    for length in 0..<Self.hello.count {
      let cut = Array(Self.hello[..<length])
      #expect(gzipProblem(cut) == (length < 2 ? .notAnArchive : .truncated), "\(length)")
      // A truncated second member.
      guard length > 0 else { continue }
      #expect(gzipProblem(Self.hello + cut) != nil, "\(length)")
    }
    #expect(gzipProblem(Self.hello + [0]) == .corrupt("other bytes follow the data"))
    #expect(gzipProblem(Array("PK".utf8)) == .notAnArchive)
    for index in Self.hello.indices.suffix(8) {
      var damaged = Self.hello
      damaged[index] ^= 4
      guard case .corrupt = gzipProblem(damaged) else {
        Issue.record("byte \(index) is not checked")
        continue
      }
    }
    let bomb = try Gzip.compress(Array(repeating: 0, count: 4 << 20))
    guard case .limitExceeded = gzipProblem(bomb) else {
      Issue.record("a bomb was unpacked")
      return
    }
    var limits = ArchiveLimits()
    limits.ratio = 2000
    #expect(gzipProblem(bomb, limits) == nil)
  }

  /// FIPS 180-4's examples, as NIST publishes them; the last two by hashlib of Python 3.11.7.
  @Test func hashesMatchTheStandard() {
    let long =
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
    let table: [([UInt8], String)] = [
      ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      (
        Array(long.utf8), "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
      ),
      (
        Array(repeating: 0x61, count: 1_000_000),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
      ),
      (
        (0..<7).flatMap { _ in 0...255 as ClosedRange<UInt8> },
        "a3652ad1f4cb62f8cec5a16bf51b158f2f538cbeaa72c8d647fcdac6b1cc6cfa"
      ),
    ]
    for (bytes, expected) in table {
      let digest = SHA256.digest(of: bytes)
      #expect(digest.hexadecimal == expected)
      #expect(digest.shortDigest == String(expected.prefix(12)))
      #expect(digest.bytes.count == 32)
    }
  }

  @Test func incrementalHashEqualsTheOneShotHash() {
    for seed in 0..<300 as Range<UInt64> {
      var random = RandomStream(seed: seed, purpose: "hash")
      let bytes = (0..<random.integer(below: 400)).map { _ in UInt8(random.integer(below: 256)) }
      var hash = SHA256()
      var start = 0
      while start < bytes.count {
        let end = min(bytes.count, start + random.integer(below: 150))
        if seed % 2 == 0 {
          hash.update(bytes[start..<end])
        } else {
          hash.update(bytes[start..<end].lazy.map { $0 })
        }
        _ = hash.digest()
        start = end
      }
      #expect(hash.digest() == SHA256.digest(of: bytes), "seed \(seed)")
    }
  }
}
