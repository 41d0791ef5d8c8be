import Kernel
import Services
import Testing

struct ConstantsTests {
  @Test func everyRowIsUnderItsNameOnceAndReachesItsValue() {
    #expect(Set(ServiceConstants.rows.map(\.name)).count == ServiceConstants.rows.count)
    for row in ServiceConstants.rows {
      #expect(!row.text.isEmpty && row.range.contains(row.value), "\(row.name)")
      #expect(["s", "m", "m/s", "dBm", "dB", ""].contains(row.unit), "\(row.name)")
      var constants = ServiceConstants()
      let new = row.range.upperBound
      constants[row.name] = new
      #expect(constants[row.name] == new, "\(row.name)")
      // Nothing else has moved.
      for other in ServiceConstants.rows where other.name != row.name {
        #expect(constants[other.name] == other.value, "\(row.name) moved \(other.name)")
      }
    }
  }

  @Test func noValueStandsOutsideTheTable() {
    #expect(Self.numbers(in: ServiceConstants()) == ServiceConstants.rows.count)
  }

  /// How many numbers a group holds, but for the room that parts have, which decides nothing.
  private static func numbers(in group: Any) -> Int {
    Mirror(reflecting: group).children.reduce(0) { count, child in
      switch child.value {
      case is Double, is SimDuration: count + 1
      case is Int, is Bool, is SportPauseRule?: count
      default: count + numbers(in: child.value)
      }
    }
  }

  @Test func nonsenseIsRefused() {
    var constants = ServiceConstants()
    #expect(throws: ServiceConstantError.unknown(name: "in_use.grade", nearest: "in_use.grace")) {
      try constants.override("in_use.grade", to: 3)
    }
    #expect(throws: ServiceConstantError.self) { try constants.override("region.limit", to: -1) }
    #expect(throws: ServiceConstantError.self) { try constants.override("region.limit", to: .nan) }
    constants["region.limit"] = .infinity
    constants["nothing"] = 1
    constants["region.limit"] = nil
    #expect(constants == ServiceConstants())
    #expect(constants["nothing"] == nil)
  }
}
