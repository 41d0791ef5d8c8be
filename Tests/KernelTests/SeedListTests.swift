import Kernel
import Testing

/// Lists of seeds as in `--seeds`.
struct SeedListTests {
  @Test(
    arguments: [
      ("1-20", Array(1...20), "1-20"), ("7", [7], "7-7"), ("7-7", [7], "7-7"),
      ("1,5,9", [1, 5, 9], "1,5,9"), ("1-3,7", [1, 2, 3, 7], "1-3,7"),
      ("9,1", [1, 9], "1,9"), ("4,1-3", [1, 2, 3, 4], "1-4"), ("1-2,4-5", [1, 2, 4, 5], "1-2,4-5"),
      ("18446744073709551615,0", [0, .max], "0,18446744073709551615"),
    ] as [(String, [UInt64], String)])
  func readsAndWrites(text: String, seeds: [UInt64], shown: String) throws {
    let list = try SeedList(text)
    #expect(Array(list) == seeds && list.text == shown && list.count == seeds.count)
    #expect(list.indices.map { list[$0] } == seeds)
    #expect(seeds.allSatisfy { list.contains($0) } && !list.contains(21))
    #expect(try SeedList(list.text) == list)
    #expect(SeedList(seeds.reversed()) == list)
  }

  @Test(arguments: [
    ("5-1", "the range of seeds '5-1' begins above its end"),
    ("1-3,2", "'1-3,2' has seed 2 twice; list each seed once"),
    ("1-5,3-9", "'1-5,3-9' has seeds 3-5 twice; list each seed once"),
    ("7,7", "'7,7' has seed 7 twice; list each seed once"),
    ("", "'' is no list of seeds such as 1-20, or 1-3,7"),
    ("1,,2", "no list of seeds"), ("1-2-3", "no list of seeds"), ("-", "no list of seeds"),
    ("+1", "no list of seeds"), ("1 ,2", "no list of seeds"), ("1-9:2", "no list of seeds"),
    ("18446744073709551616", "no list of seeds"), ("1-1000001", "more than a million seeds"),
    ("0-18446744073709551615", "more than a million seeds"),
    ("0-18446744073709551615,0-18446744073709551615", "twice"),
  ])
  func rejectsWithTheReason(text: String, reason: String) throws {
    let error = #expect(throws: SeedList.InvalidText.self) { try SeedList(text) }
    #expect(error?.reason.contains(reason) == true, "\(String(describing: error))")
  }

  @Test func overlapsRanges() throws {
    let list = try SeedList("1-3,150")
    #expect(list.overlaps(100...199) && !list.overlaps(200...300) && !list.overlaps(4...149))
    #expect(SeedUse.complaint(judgingBy: list) != nil)
    #expect(SeedUse.complaint(judgingBy: try SeedList("1-99,200")) == nil)
  }
}
