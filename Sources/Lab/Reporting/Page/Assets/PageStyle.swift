/// How the page looks, light and dark.
let pageStyle = #"""
  :root {
    --paper: #f7f6f3; --panel: #ffffff; --ink: #1b2127; --soft: #56616c; --line: #dfdcd5;
    --faint: #eeece7; --accent: #0a5f6b; --true: #1763a6; --told: #b84a00; --good: #1a6e3a;
    --bad: #b3261e; --doubt: #8a5a00; --good-bg: #e6f3ea; --bad-bg: #fbeae8; --doubt-bg: #fbf2dd;
    --floor: #ffffff; --unit: #f3efe6; --wall: #3b3f45; --ground: #efede8; --road: #dcd9d2;
    --guess: #b8327f;
    --shadow: 0 1px 2px rgb(0 0 0 / .05), 0 4px 16px rgb(0 0 0 / .04);
    color-scheme: light;
  }
  @media (prefers-color-scheme: dark) { :root:not([data-theme="light"]) {
    --paper: #12161a; --panel: #1a2026; --ink: #e8ebee; --soft: #a3aeb9; --line: #323a42;
    --faint: #232a31; --accent: #6cc7d2; --true: #6db3f5; --told: #ff9a52; --good: #6fd394;
    --bad: #ff9088; --doubt: #f0c063; --good-bg: #17301f; --bad-bg: #3a1d1b; --doubt-bg: #352a12;
    --floor: #20272e; --unit: #29313a; --wall: #c3cad1; --ground: #171c21; --road: #2b333b;
    --guess: #ff8ac9; --shadow: none; color-scheme: dark; } }
  :root[data-theme="dark"] {
    --paper: #12161a; --panel: #1a2026; --ink: #e8ebee; --soft: #a3aeb9; --line: #323a42;
    --faint: #232a31; --accent: #6cc7d2; --true: #6db3f5; --told: #ff9a52; --good: #6fd394;
    --bad: #ff9088; --doubt: #f0c063; --good-bg: #17301f; --bad-bg: #3a1d1b; --doubt-bg: #352a12;
    --floor: #20272e; --unit: #29313a; --wall: #c3cad1; --ground: #171c21; --road: #2b333b;
    --guess: #ff8ac9; --shadow: none; color-scheme: dark;
  }
  * { box-sizing: border-box; }
  html { scroll-padding-top: 4rem; scroll-behavior: smooth; }
  body { margin: 0; background: var(--paper); color: var(--ink);
    font: 16px/1.5 system-ui, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
  .wrap { max-width: 78rem; margin: 0 auto; padding: 0 1.25rem; }
  .skip { position: absolute; left: -99rem; background: var(--ink); color: var(--paper);
    padding: .6rem 1rem; z-index: 9; border-radius: 0 0 .4rem 0; }
  .skip:focus { left: 0; top: 0; }
  .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .top { position: sticky; top: 0; z-index: 5; background: var(--paper);
    border-bottom: 1px solid var(--line); }
  .bar { display: flex; align-items: center; gap: 1.5rem; min-height: 3.2rem; flex-wrap: wrap; }
  .brand { margin: 0; font-weight: 700; letter-spacing: -.01em; color: var(--accent); }
  nav { display: flex; gap: .2rem 1.1rem; flex: 1; flex-wrap: wrap; font-size: .92rem; }
  nav a { color: var(--soft); text-decoration: none; padding: .2rem 0; }
  nav a:hover, nav a:focus { color: var(--ink); text-decoration: underline;
    text-underline-offset: .3em; }
  :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: .2rem; }
  .title { padding: 2.2rem 0 .4rem; }
  h1 { margin: 0; font-size: clamp(1.7rem, 4vw, 2.4rem); line-height: 1.15; font-weight: 700;
    letter-spacing: -.022em; overflow-wrap: anywhere; }
  h2 { margin: 0; font-size: 1.3rem; letter-spacing: -.012em; }
  h3 { margin: 0; font-size: 1rem; }
  .title p { margin: .5rem 0 0; color: var(--soft); max-width: 60rem; overflow-wrap: anywhere; }
  .notes { font-size: .88rem; color: var(--soft); margin: .6rem 0 0; }
  .notes:empty { display: none; }
  section { margin: 2.4rem 0 0; }
  .heading { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem;
    flex-wrap: wrap; margin-bottom: .8rem; }
  #verdicts h2 { margin-bottom: .8rem; }
  .panel { background: var(--panel); border: 1px solid var(--line); border-radius: .7rem;
    padding: 1.1rem; box-shadow: var(--shadow); }
  .badge { display: inline-block; font-weight: 650; font-size: .85rem; padding: .1rem .6rem;
    border-radius: 1rem; white-space: nowrap; }
  .kept { color: var(--good); background: var(--good-bg); }
  .missed { color: var(--bad); background: var(--bad-bg); }
  .undecided { color: var(--doubt); background: var(--doubt-bg); }
  .headline { display: flex; gap: .8rem; align-items: center; margin: 0 0 .8rem; font-size: 1.05rem; }
  .tiles { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fill, minmax(11.5rem, 1fr));
    margin: 0 0 1.2rem; padding: 0; list-style: none; }
  .tile { background: var(--panel); border: 1px solid var(--line); border-radius: .7rem;
    padding: .8rem 1rem; box-shadow: var(--shadow); }
  .tile .what { font-size: .84rem; color: var(--soft); overflow-wrap: anywhere; }
  .tile .figure { font-size: 1.65rem; font-weight: 650; letter-spacing: -.02em; line-height: 1.25;
    font-variant-numeric: tabular-nums; }
  .tile .figure small { font-size: .95rem; font-weight: 500; color: var(--soft); letter-spacing: 0; }
  .tile .more { font-size: .84rem; color: var(--soft); font-variant-numeric: tabular-nums; }
  .scenario { margin: 1.4rem 0 .7rem; } .scenario p { margin: .1rem 0 0; color: var(--soft); }
  table { border-collapse: collapse; width: 100%; font-size: .9rem; }
  caption { text-align: left; color: var(--soft); padding-bottom: .4rem; }
  th, td { text-align: left; padding: .38rem .7rem .38rem 0; border-bottom: 1px solid var(--line);
    vertical-align: baseline; }
  th { color: var(--soft); font-weight: 600; font-size: .82rem; }
  td { font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
  th.n, td.n { text-align: right; white-space: nowrap; overflow-wrap: normal; padding-right: 1.4rem; }
  tbody tr:last-child > * { border-bottom: 0; }
  .scroll { overflow: auto; } .tall { max-height: 34rem; }
  .tall thead th { position: sticky; top: -1.1rem; background: var(--panel); }
  .split { display: grid; gap: 1.5rem; grid-template-columns: minmax(0, 3fr) minmax(15rem, 2fr);
    align-items: start; }
  .swatch { display: inline-block; width: 1.5rem; height: 0; border-top: 3px solid; margin-right: .5rem;
    vertical-align: .25em; }
  .swatch.dashed { border-top-style: dashed; }
  svg { display: block; width: 100%; height: auto; }
  svg text { fill: var(--soft); font-size: 12px; font-family: inherit; }
  svg .grid { stroke: var(--line); fill: none; } svg .curve { fill: none; stroke-width: 2.2; }
  svg .dashed { stroke-dasharray: 6 4; } svg .cross { stroke: var(--soft); stroke-dasharray: 2 3; }
  button, select, input[type="search"] { font: inherit; font-size: .92rem; color: var(--ink);
    background: var(--panel); border: 1px solid var(--line); border-radius: .45rem;
    padding: .32rem .7rem; min-height: 2.2rem; max-width: 100%; }
  button { cursor: pointer; } button:hover { border-color: var(--soft); }
  button:disabled { cursor: default; color: var(--soft); background: var(--faint); }
  button.main { background: var(--accent); border-color: var(--accent); color: var(--paper);
    font-weight: 650; min-width: 5.2rem; }
  button.quiet { background: none; }
  label { font-size: .88rem; color: var(--soft); display: inline-flex; gap: .5rem;
    align-items: center; }
  .heading label { max-width: 100%; } .heading select { min-width: 0; text-overflow: ellipsis; }
  .controls { display: flex; gap: .7rem 1rem; align-items: center; flex-wrap: wrap; }
  .controls.lower { margin-top: .8rem; }
  #scrub { flex: 1; min-width: 9rem; accent-color: var(--accent); height: 2rem; }
  #clock { font-variant-numeric: tabular-nums; min-width: 8.5rem; text-align: right;
    font-size: .92rem; }
  fieldset { border: 0; margin: 0; padding: 0; display: flex; gap: .3rem; flex-wrap: wrap;
    align-items: center; min-width: 0; }
  legend { float: left; font-size: .88rem; color: var(--soft); margin-right: .3rem; padding: 0; }
  #layers { flex: 1 1 17rem; gap: 0 .9rem; } #layers label { min-height: 2.2rem; }
  #floors legend, #layers legend { line-height: 2.2rem; }
  #floors label { position: relative; }
  #floors input[type="radio"] { position: absolute; opacity: 0; inset: 0; margin: 0; cursor: pointer; }
  #floors span { display: block; padding: .26rem .7rem; border: 1px solid var(--line);
    border-radius: .45rem; color: var(--ink); min-width: 2.2rem; text-align: center; }
  #floors input:checked + span { background: var(--ink); border-color: var(--ink);
    color: var(--paper); }
  #floors input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
  .zoom { display: flex; gap: .3rem; } .zoom button { min-width: 2.2rem; }
  .plans { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(18rem, 1fr));
    margin: .9rem 0 .7rem; }
  .plan { margin: 0; min-width: 0; } .plan figcaption { font-size: .86rem; color: var(--soft);
    margin-bottom: .3rem; overflow-wrap: anywhere; }
  .plan canvas { width: 100%; height: clamp(18rem, 52vh, 34rem); border-radius: .5rem;
    background: var(--ground); display: block; touch-action: pan-y; cursor: grab; }
  .key { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; padding: 0;
    margin: 0 0 .7rem; font-size: .84rem; color: var(--soft); }
  .key i { display: inline-block; width: .65rem; height: .65rem; border-radius: 50%;
    margin-right: .4rem; }
  .key .ring { border: 2px solid var(--told); } .key .of-truth { border-color: var(--true); }
  .key .guess { background: var(--guess); transform: scale(.6); } .key [hidden] { display: none; }
  .key .cell { background: #b3402e; border-radius: 0; }
  .key .beacon { background: #8b5fc7; border-radius: 0; transform: rotate(45deg) scale(.85); }
  .now { display: grid; gap: .5rem; }
  .now dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.6rem, 1fr)); gap: .3rem .9rem;
    margin: 0; padding: .6rem .8rem; background: var(--faint); border-radius: .5rem; }
  .now dt { font-size: .78rem; color: var(--soft); }
  .now dd { margin: 0; font-variant-numeric: tabular-nums; font-size: .95rem; min-height: 1.5em;
    overflow-wrap: anywhere; }
  .lanes-head { display: flex; justify-content: space-between; align-items: center;
    margin: 1.2rem 0 .4rem; }
  #lanes canvas { width: 100%; display: block; cursor: crosshair; touch-action: pan-y; }
  #lanes figure { margin: 0 0 .8rem; } #lanes figcaption { font-size: .86rem; color: var(--soft); }
  footer { color: var(--soft); font-size: .86rem; padding-top: 1.5rem; padding-bottom: 3rem; }
  @media (max-width: 46rem) { .split { grid-template-columns: minmax(0, 1fr); }
    .panel { padding: .8rem; } .wrap { padding: 0 .8rem; } .bar { gap: .4rem 1rem; padding-top: .4rem;
      padding-bottom: .4rem; } .top { position: static; } }
  @media (prefers-reduced-motion: reduce) { html { scroll-behavior: auto; } }
  @media print { .top, .controls, .zoom { display: none; } .panel { box-shadow: none; } }
  .activity { margin-bottom: 1rem; } .activity h3 { margin-bottom: .5rem; }
  .histograms { display: grid; gap: .4rem 1.4rem; margin-top: 1rem;
    grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); }
  .histograms figure { margin: 0; } .histograms figcaption { font-size: .84rem; color: var(--soft); }
  .histograms .bar { fill: var(--told); } .histograms .missed-bar { fill: var(--bad); }
  .histograms .bound { stroke: var(--ink); stroke-dasharray: 3 3; fill: none; }
  .histograms .grid { stroke: var(--line); fill: none; }
  .histograms text { fill: var(--soft); font-size: 11px; }
  #activity .notes { margin: 0; }
  """#
