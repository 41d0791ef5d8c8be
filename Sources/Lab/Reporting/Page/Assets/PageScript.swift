/// All that the page does, in one scope so that nothing of it is anybody else's.
let pageScript =
  "(() => {\n'use strict';\n" + scriptBasics + scriptFigures + scriptCurves + scriptActivity
  + scriptTracks + scriptPlan + scriptPlanLayers + scriptLanes + scriptPlayer
  + scriptMoments + "})();\n"
