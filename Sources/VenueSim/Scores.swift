// Errors, latencies, energy; budgets, baselines and comparisons.

@_exported public import struct Numerics.SortedSample
@_exported public import func Numerics.medianInterval
@_exported public import func Numerics.quantile
@_exported public import struct Scoring.Baseline
@_exported public import struct Scoring.Budget
@_exported public import struct Scoring.BudgetVerdict
@_exported public import struct Scoring.Comparison
@_exported public import struct Scoring.DeviceScore
@_exported public import enum Scoring.EquivalenceMargin
@_exported public import struct Scoring.FigureTable
@_exported public import enum Scoring.FigureVerdict
@_exported public import struct Scoring.FixScore
@_exported public import struct Scoring.GatedFigure
@_exported public import struct Scoring.JudgeRules
@_exported public import struct Scoring.JudgedFigure
@_exported public import struct Scoring.JudgedFigures
@_exported public import struct Scoring.Metric
@_exported public import enum Scoring.MetricCatalogue
@_exported public import struct Scoring.MetricDefinition
@_exported public import struct Scoring.MetricRow
@_exported public import struct Scoring.PairedEffect
@_exported public import struct Scoring.PowerRow
@_exported public import struct Scoring.ScenarioPool
@_exported public import struct Scoring.ScoreFilter
@_exported public import enum Scoring.Statistic
@_exported public import struct Scoring.TransitionScore
