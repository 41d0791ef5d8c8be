import Documents
import Kernel
import Services
import TestSupport
import Testing

struct ConstantsTests {
  @Test func parameterNamesAreUniqueAndSetTheirValues() {
    #expect(faults(ofParameters: ServiceConstants.self) == [])
    let units: Set = ["s", "m", "m/s", "dBm", "dB", "share", ""]
    for row in ServiceConstants().parameterRows() {
      #expect(units.contains(row.unit), "\(row.name)")
    }
  }

  /// Scenarios may use any of these names, so none may be removed.
  @Test func keepsOldNames() {
    let names = Set(ServiceConstants.parameterNames)
    for name in Self.names.split(whereSeparator: \.isWhitespace) {
      #expect(names.contains(String(name)), "\(name)")
    }
  }

  private static let names = """
    in_use.grace prompt.quiet held.age region.limit region.maximum_radius notification.limit
    ranging.limit app.limit question.limit delivery.better_ratio delivery.cached_age
    delivery.queue delivery.clock_jump deferred.limit request.timeout request.best_accuracy
    request.fresh_age change.distance change.interval change.heartbeat reduced.cell
    reduced.accuracy reduced.interval task.twelve task.thirteen task.suspension indicator.trace
    indicator.settings_trace motion.history region.cushion region.inner_share region.sureness
    region.dwell region.patience region.calm region.freshness region.shortest_interval
    region.longest_interval region.near_span beacon.strong_level beacon.loud_level
    beacon.entry_score beacon.score_span beacon.silence beacon.longest_silence
    beacon.edge_silence beacon.edge_after beacon.first_silence beacon.smoothing
    beacon.level_memory beacon.first_discount beacon.mean_gaps beacon.longest_gaps
    beacon.edge_gaps beacon.edge_least ranging.period ranging.span ranging.exponent
    ranging.immediate ranging.near ranging.resolvable ranging.hysteresis ranging.lead
    ranging.place_scatter ranging.moment_scatter ranging.heard_for ranging.listed_for
    visit.radius visit.dwell visit.still_dwell visit.charging_dwell visit.absence visit.far
    visit.ride visit.worst_accuracy visit.new_memory visit.told_memory visit.restart_after
    pause.other.radius pause.other.still pause.other.no_fix pause.other_navigation.radius
    pause.other_navigation.still pause.other_navigation.no_fix pause.fitness.radius
    pause.fitness.still pause.fitness.no_fix pause.automotive.radius pause.automotive.still
    pause.automotive.no_fix pause.airborne.radius pause.airborne.still pause.airborne.no_fix
    pause.in_vehicle pause.left_vehicle pause.contradiction pause.fast pause.walk
    pause.worst_accuracy pause.least_far pause.still_doubt pause.settling pause.least_walk
    pause.least_run pause.least_exit pause.fast_speed pause.slow_speed radio.gnss
    radio.gnss_at_rest radio.gnss_indoors radio.gnss_sparing radio.gnss_deferred
    radio.wifi_first radio.wifi_walking radio.wifi_driving radio.wifi_resting radio.wifi_beside
    radio.wifi_venue radio.wifi_venue_resting radio.cell radio.cell_resting radio.beacon_often
    radio.beacon_seldom
    radio.unsure radio.rest radio.rest_accuracy
    """

  @Test func everyValueIsAParameter() {
    // The pause rule of sports computers is the stack's choice.
    #expect(Self.numbers(in: ServiceConstants()) == ServiceConstants.parameterNames.count + 1)
  }

  /// Number of values in a group.
  private static func numbers(in group: Any) -> Int {
    Mirror(reflecting: group).children.reduce(0) { count, child in
      switch child.value {
      case is Double, is SimDuration, is Int, is Bool: count + 1
      default: count + numbers(in: child.value)
      }
    }
  }

  @Test func activityTypesHaveTheirOwnPauseParameters() throws {
    let constants = try configured("pause.other.still", "20 min", in: ServiceConstants.self)
    #expect(constants.pauses.other.stillFor == .minutes(20))
    #expect(constants.pauses.fitness == AutoPauser.Parameters().fitness)
    #expect(try configured("pause.airborne.radius", "1 km").pauses.airborne.radiusMetres == 1000)
  }

  @Test(arguments: [
    ("in_use.grade", "3 s", "grace"), ("in_use.grace", "-1 s", "at most 10 min"),
    ("in_use.grace", "8", "with its unit"), ("in_use.grace", "8 m", "unknown unit"),
    ("region.limit", "-1", "from 0 to 1000"), ("region.limit", ".nan", "from 0 to 1000"),
    ("region.limit", "20.5", "whole"), ("ranging.lead", "2 m", "decibels"),
    ("nothing", "1", "no known key"),
    ("pause.other.stil", "3 s", "still"), ("region", "3", "a mapping"),
  ]) func rejectsInvalidValues(name: String, value: String, cause: String) {
    do throws(DocumentError) {
      let read = try configured(name, value, in: ServiceConstants.self)
      Issue.record("\(name): \(value) was read: \(read == ServiceConstants())")
    } catch {
      let found = error.diagnostics.map { "\($0.message) \($0.suggestion ?? "")" }
      #expect(found.count == 1 && found[0].contains(cause), "\(found)")
    }
  }
}

/// Constants read from a value whose type follows from the name.
private func configured(_ name: String, _ value: String) throws(DocumentError) -> ServiceConstants {
  try configured(name, value, in: ServiceConstants.self)
}
