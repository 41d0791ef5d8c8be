import VenueSim

/// Runs a scenario under several seeds, two at a time, and pools their scores.
func pool(of scenario: LoadedScenario, seeds: ClosedRange<UInt64>) throws -> ScenarioPool {
  let results = try parallelMap(Array(seeds), jobs: 2) { seed in
    try RunUnit(scenario: scenario, seed: seed).run()
  }
  var pool = ScenarioPool()
  for score in results.flatMap(\.devices) { pool.add(score) }
  return pool
}

/// True if a scenario keeps a budget.
func isKept(_ text: String, by pool: ScenarioPool) throws -> Bool {
  let budget = try Budget(text)
  return BudgetVerdict(budget, values: pool[budget.metric]).verdict == .kept
}

/// The median error, in metres, with each of several values of one parameter.
func medianErrors(_ parameter: String, _ values: [String]) throws -> [Double?] {
  try values.map { value in
    let scenario = try LoadedScenario(
      path: "scenarios/corridor.yaml", settings: [Setting("\(parameter)=\(value)")])
    let errors = try RunUnit(scenario: scenario, seed: 7).run()
      .devices.flatMap(\.fixes).map(\.horizontalErrorMetres)
    return MetricRow.summary(.p50, of: errors)
  }
}
