extension Verb {
  /// Commands for the help of the verb.
  var examples: [String] {
    Self.exampleArguments[name, default: []].map { "venuesim \(name)\($0)" }
  }

  /// The arguments of each example, by the verb's name.
  private static let exampleArguments: [String: [String]] = [
    "demo": ["", " museum --out demo"],
    "new": [
      " scenario visit.yaml", " scenario visit.yaml --venue clinic.yaml", " examples",
    ],
    "doctor": [""],
    "run": [
      " visit.yaml", " visit.yaml --seeds 1-20 --report --out results",
      " visit.yaml --seeds 1-3,7 --set stack.locator.particles=300",
    ],
    "explain": [
      " results entered:home", " results location@0:05:00 --seed 3 --device visitor",
      " metric horizontal_error",
    ],
    "report": [
      " results", " after --against before --out both.html",
      " results --film visit.gif --seed 3 --dark", " results --csv --out tables",
    ],
    "serve": ["", " results --port 8080"],
    "plot": [" results", " results --figure errors --png --out figures"],
    "play": [
      " visit.yaml", " visit.yaml --as nmea --to tcp:5000", " walk.csv --speed 10",
    ],
    "check": [
      " visit.yaml", " *.yaml --fix --dry-run", " visit.yaml --power --seeds 1-5",
    ],
    "gate": [
      " visit.yaml --baselines baselines --update --reason 'first baseline'",
      " visit.yaml --baselines baselines --out gate",
      " visit.yaml --baselines baselines --limit '60 s'",
    ],
    "compare": [
      " before after", " before after --all --out both.html",
      " before after --metric horizontal_error.p95",
    ],
    "budgets": [" visit.yaml", " visit.yaml --fit --margin 1.1"],
    "falsify": [
      " visit.yaml --metric horizontal_error.p95",
      " visit.yaml --budget 'horizontal_error.p95 <= 6 m' --vary 'stack.locator.window=1..10 s'",
    ],
    "replay": [
      " walks", " walks --out replayed", " walks --vary 'stack.fusion.walking_speed=0.5,0.9,2 m/s'",
    ],
    "twin": [" walk1", " walk1 --venue clinic.yaml --seeds 1001-1010 --out twin"],
    "export": [
      " svg clinic.yaml --out plans", " gpx walk1 --out walk1.gpx",
      " mcap results --out results.mcap",
    ],
    "import": [
      " imdf mall.zip --out mall.yaml",
      " osm city.osm --box 7.41,43.72,7.43,43.74 --out city.yaml",
    ],
    "edit": [" studio.yaml"],
    "equip": [
      " mall.yaml --access-points '25 m' --out equipped.yaml",
      " mall.yaml --beacons beacons.csv --out equipped.yaml",
    ],
    "survey": [
      " equipped.yaml --out mall.vspf --pictures coverage",
      " equipped.yaml --out mall.vspf --wanted '5 m' --at-most 12 --apply better.yaml",
      " build walk1 walk2 --out mall.vspf",
    ],
    "tour": [" mall.yaml", " mall.yaml Entrance 'Food court' --out tour"],
    "study": [
      " variants.yaml", " variants.yaml --seeds 1-40 --out variants",
      " variants.yaml --variant reference --variant 'no Wi-Fi'",
    ],
    "suite": ["", " --only indoors --set stack.locator.particles=300"],
    "campaign": [
      " plan nightly.yaml --cores 8", " run nightly.yaml --out nightly",
      " report nightly --store weeks.sqlite --out page",
    ],
    "claims": ["", " claims/walk.yaml --seeds 1-5 --format markdown"],
    "fresh": [" visit.yaml --commit 1f3a9c2 --count 20"],
    "validate": [" --data recordings --out validation"],
    "fidelity": [" locators.yaml --data recordings --out fidelity"],
    "list": [
      " scenarios", " metrics floor", " parameters locator particles",
    ],
    "schema": ["", " venue"],
    "cache": [" list", " clear --cache .cache"],
    "completions": [" bash", " zsh"],
    "help": [" run", " gate --man"],
  ]
}
