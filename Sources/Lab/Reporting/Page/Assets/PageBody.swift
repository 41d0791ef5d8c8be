/// The page's frame: landmarks, headings and controls; the script fills them.
let pageBody = #"""
  <body>
  <a class="skip" href="#main">Skip to the figures</a>
  <header class="top">
    <div class="wrap bar">
      <p class="brand">VenueSim</p>
      <nav aria-label="Sections">
        <a href="#verdicts">Verdicts</a>
        <a href="#errors">Errors</a>
        <a href="#activity" id="activity-link" hidden>Activity</a>
        <a href="#replay">What happened</a>
        <a href="#moments">Worst moments</a>
        <a href="#figures">All figures</a>
      </nav>
      <button type="button" id="theme" class="quiet">Dark</button>
    </div>
  </header>
  <main id="main" class="wrap" tabindex="-1">
    <div class="title">
      <h1 id="title">A run</h1>
      <p id="subtitle"></p>
      <p id="notes" class="notes"></p>
    </div>
    <noscript><p class="panel">This page draws itself with JavaScript, which is switched off here. The
    same figures stand in the tables beside it.</p></noscript>

    <section id="verdicts" aria-labelledby="verdicts-title">
      <h2 id="verdicts-title">Verdicts</h2>
      <div id="budgets"></div>
      <div id="tiles"></div>
    </section>

    <section id="errors" aria-labelledby="errors-title">
      <div class="heading">
        <h2 id="errors-title">How far off</h2>
        <label>Lines <select id="curve-choice"></select></label>
      </div>
      <div class="panel split">
        <div id="curves"></div>
        <div id="curve-table" class="scroll" tabindex="0" role="region"
          aria-label="Figures of the lines"></div>
      </div>
    </section>

    <section id="activity" aria-labelledby="activity-title" hidden>
      <div class="heading">
        <h2 id="activity-title">What the person did</h2>
        <p class="notes">Changes by the second in which they were told; the dashed line is the least
        that the phone’s batches allow, ✕ what was never told.</p>
      </div>
      <div id="activity-panel"></div>
    </section>

    <section id="replay" aria-labelledby="replay-title">
      <div class="heading">
        <h2 id="replay-title">What happened</h2>
        <label>Device <select id="device"></select></label>
      </div>
      <div id="stage" class="panel">
        <div class="controls" role="group" aria-label="Playing">
          <button type="button" id="play" class="main" aria-keyshortcuts="Space">Play</button>
          <label>Speed <select id="speed">
            <option value="1">1×</option><option value="2">2×</option>
            <option value="5">5×</option><option value="10" selected>10×</option>
            <option value="20">20×</option><option value="50">50×</option>
            <option value="100">100×</option></select></label>
          <input type="range" id="scrub" min="0" max="1" step="0.1" value="0"
            aria-label="Moment of the run">
          <output id="clock" for="scrub">0:00</output>
        </div>
        <div class="controls lower">
          <fieldset id="floors"><legend>Floor</legend></fieldset>
          <fieldset id="layers"><legend>Show</legend></fieldset>
          <div class="zoom" role="group" aria-label="Plan">
            <button type="button" id="zoom-in" aria-label="Nearer">+</button>
            <button type="button" id="zoom-out" aria-label="Farther">−</button>
            <button type="button" id="zoom-fit">Fit</button>
          </div>
        </div>
        <div id="plans" class="plans"></div>
        <ul class="key" aria-label="Key to the plan">
          <li><i style="background:var(--true)"></i>truth</li>
          <li><i style="background:var(--told)"></i>told, with its accuracy</li>
          <li><i class="ring"></i>told on another floor</li>
          <li><i class="ring of-truth"></i>truly on another floor</li>
          <li class="of-clouds" hidden><i class="guess"></i>where it may be (particles)</li>
          <li><i class="beacon"></i>beacon</li>
          <li><i style="background:#0a8f6a"></i>access point</li>
          <li><i class="cell"></i>cell site</li>
        </ul>
        <div id="now" class="now"></div>
        <p id="live" class="hidden" aria-live="polite" role="status"></p>
        <div class="lanes-head">
          <h3>Time lines</h3>
          <label>Shown <select id="span">
            <option value="0">the whole run</option><option value="1800">30 min</option>
            <option value="600">10 min</option><option value="120">2 min</option>
            </select></label>
        </div>
        <div id="lanes"></div>
      </div>
    </section>

    <section id="moments" aria-labelledby="moments-title">
      <div class="heading">
        <h2 id="moments-title">Worst moments</h2>
        <label>Kind <select id="moment-kind"></select></label>
      </div>
      <div id="moment-table" class="panel scroll" tabindex="0" role="region"
        aria-labelledby="moments-title"></div>
    </section>

    <section id="figures" aria-labelledby="figures-title">
      <div class="heading">
        <h2 id="figures-title">All figures</h2>
        <label>Find <input type="search" id="find" placeholder="metric, device, seed"></label>
      </div>
      <div id="figure-table" class="panel scroll tall" tabindex="0" role="region"
        aria-labelledby="figures-title"></div>
      <p id="figure-note" class="notes" role="status"></p>
    </section>
  </main>
  <footer class="wrap"><p id="colophon"></p></footer>

  """#
