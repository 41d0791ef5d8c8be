// One import for those who bring their own stack: everything a stack can see and be judged by.

@_exported public import Campaigns
@_exported public import Documents
@_exported public import Formats
@_exported public import Geometry
@_exported public import Harness
@_exported public import Kernel
@_exported public import Maps
@_exported public import Numerics
@_exported public import Observations
@_exported public import Parts
@_exported public import Programs
@_exported public import Recordings
@_exported public import Scenarios
@_exported public import Scoring
@_exported public import Services
@_exported public import Surveys
@_exported public import Truth
