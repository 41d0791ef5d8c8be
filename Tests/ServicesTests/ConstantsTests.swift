import Services
import Testing

struct ConstantsTests {
  @Test func everyRowIsUnderItsNameOnceAndReachesItsValue() {
    #expect(Set(ServiceConstants.rows.map(\.name)).count == ServiceConstants.rows.count)
    for row in ServiceConstants.rows {
      #expect(!row.text.isEmpty && row.range.contains(row.value), "\(row.name)")
      #expect(["s", "m", ""].contains(row.unit), "\(row.name)")
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
    let groups = Mirror(reflecting: ServiceConstants()).children
    let count = groups.reduce(0) { $0 + Mirror(reflecting: $1.value).children.count }
    #expect(count == ServiceConstants.rows.count)
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
