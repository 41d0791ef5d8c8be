import Documents
import Kernel
import Testing

/// Damaged recordings are read or rejected with a message, and never crash the program.
struct LogFuzzTests {
  @Test(arguments: LogFormat.allCases)
  func survivesMutations(format: LogFormat) throws {
    let whole = try LogPaths.excerpt(format.excerpt)
    let spice = Array("\t,;\n\r\"<># -.0123456789eEnaif:TYPE_\0\u{ff}".utf8)
    var (read, refused) = (0, 0)
    for round in 0..<600 as Range<UInt64> {
      var draw = RandomStream(
        seed: round, entity: stableHash(format.rawValue), purpose: "test.damage")
      var damaged = whole
      for _ in 0...draw.integer(below: 8) where !damaged.isEmpty {
        let at = draw.integer(below: damaged.count)
        switch draw.integer(below: 6) {
        case 0: damaged[at] = spice[draw.integer(below: spice.count)]
        case 1: damaged.remove(at: at)
        case 2: damaged.insert(spice[draw.integer(below: spice.count)], at: at)
        case 3: damaged.insert(contentsOf: Array("99999999999999999999".utf8), at: at)
        case 4:
          // A part from elsewhere: rows out of order, repeated, or run into one another.
          let end = min(damaged.count, at + draw.integer(below: 200))
          damaged.insert(contentsOf: Array(damaged[at..<end]), at: draw.integer(below: end + 1))
        default: damaged.removeLast(min(damaged.count, draw.integer(below: 400)))
        }
      }
      if round.isMultiple(of: 7) { damaged = try Gzip.compress(damaged) }
      do throws(DocumentError) {
        let result = try format.read(damaged)
        read += 1
        #expect(result.count >= 0)
      } catch {
        refused += 1
        #expect(!error.description.isEmpty)
      }
    }
    #expect(read + refused == 600 && read > 0)
  }

  @Test(arguments: LogFormat.allCases)
  func survivesTruncation(format: LogFormat) throws {
    let whole = try LogPaths.excerpt(format.excerpt)
    let full = try format.read(whole).count
    #expect(try format.read(Gzip.compress(whole)).count == full)
    for length in stride(from: 0, to: whole.count, by: 7) {
      do throws(DocumentError) {
        // Except a truncated row that no longer counts as a repetition of the one before.
        let count = try format.read(Array(whole[..<length])).count
        #expect(count <= full + 2)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
    var draw = RandomStream(seed: 5, entity: stableHash(format.rawValue), purpose: "test.noise")
    for _ in 0..<50 {
      let noise = (0..<500).map { _ in UInt8(draw.integer(below: 256)) }
      #expect(throws: DocumentError.self) { try format.read(noise) }
    }
    #expect(throws: DocumentError.self) { try format.read([]) }
    #expect(throws: DocumentError.self) { try format.read([0x1F, 0x8B, 1, 2, 3]) }
  }
}
