/** The rules of the account pages, beside those of all pages: on a phone the navigation is a row, and so is each cell of a table. */
export const ACCOUNT_STYLE = `
:root { --bad: #a8261c; --bad-ground: #fdebe9; --wait: #765300; --wait-ground: #fbf0d2; }
@media (prefers-color-scheme: dark) {
  :root { --bad: #ff9d92; --bad-ground: #43201c; --wait: #f2c96b; --wait-ground: #3a2d0f; }
}
body { font-size: .9375rem; line-height: 1.55; }
.who { margin-left: auto; display: flex; align-items: center; gap: .4rem; min-width: 0; font: inherit; color: var(--ink); background: none; border: 1px solid var(--line);
  border-radius: 2rem; padding: .25rem .85rem .25rem .6rem; cursor: pointer; }
.who:hover { border-color: var(--field); }
.who .email { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; max-width: 16rem; }
svg { fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; flex: none; }
header .name svg { stroke-width: 0; }
.menu { inset: auto; top: 3.1rem; right: 1rem; margin: 0; position: fixed; width: 16rem; padding: .5rem; color: inherit; background: var(--raised);
  border: 1px solid var(--line); border-radius: 10px; box-shadow: 0 12px 32px var(--shade), 0 2px 6px var(--shade); }
.menu p { margin: 0; padding: .25rem .75rem 0; overflow-wrap: anywhere; }
.menu p + p { padding: 0 .75rem .5rem; border-bottom: 1px solid var(--line); margin-bottom: .5rem; }
.menu button { display: block; width: 100%; font: inherit; text-align: left; color: inherit; background: none; border: 0; border-radius: 6px; padding: .5rem .75rem; cursor: pointer; }
.menu button:hover { background: var(--sunk); color: var(--accent); }

.tabs { border-bottom: 1px solid var(--line); overflow-x: auto; scrollbar-width: none; }
.tabs ul { display: flex; gap: .25rem; list-style: none; margin: 0; padding: .35rem 1rem; }
.tabs li { margin: 0; }
.tabs a { display: flex; align-items: center; gap: .55rem; padding: .5rem .7rem; border-radius: 8px; color: var(--soft); text-decoration: none; white-space: nowrap; }
.tabs a:hover { color: var(--ink); background: var(--sunk); }
.tabs a[aria-current] { color: var(--accent); background: var(--accent-ground); font-weight: 600; }
.tabs svg { width: 1.15rem; height: 1.15rem; }

main { padding: 1.75rem 1rem 4rem; min-width: 0; max-width: 68rem; }
h1 { font-size: 1.625rem; letter-spacing: -.025em; margin: 0; }
h1 .url { font-size: 1.25rem; letter-spacing: -.01em; text-wrap: wrap; }
h2 { font-size: 1.0625rem; letter-spacing: -.01em; margin: 0; }
.lead { font-size: .9375rem; margin: .35rem 0 0; }
.heading { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; justify-content: space-between; margin-bottom: 1.5rem; }
.heading > div { min-width: 0; }
.heading > div:first-child { flex: 1 1 20rem; overflow-wrap: anywhere; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
.crumbs { font-size: .875rem; margin: 0 0 .5rem; color: var(--soft); }
.crumbs a { color: inherit; }

.card { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 1px 2px var(--shade); margin-bottom: 1.5rem; overflow: clip; }
.card-title { display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; padding: 1rem 1.25rem .75rem; }
.card-title:has(.filters) { flex-wrap: wrap; row-gap: .5rem; }
.card-title a { font-size: .875rem; white-space: nowrap; }
.card > p, .card > form, .card > .content { padding: 0 1.25rem; margin: 0 0 1.25rem; }
.card > .content > * { margin: 0; }
.card > .content > * + * { margin-top: 1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 9.5rem), 1fr)); gap: 1rem; margin-bottom: 1.5rem; }
.figure { background: var(--raised); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 1px 2px var(--shade); padding: 1rem 1.25rem; }
.figure p { margin: 0; }
.label { font-size: .8125rem; font-weight: 600; color: var(--soft); }
.figure .value { font-size: clamp(1.3rem, 6vw, 1.625rem); overflow-wrap: normal; font-weight: 650; letter-spacing: -.03em; line-height: 1.35; font-variant-numeric: tabular-nums; }
.figure .value small { font-size: .9375rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.bars { display: block; width: 100%; height: 2rem; margin: .35rem 0; fill: var(--accent); stroke: none; opacity: .85; }
.plot { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .35rem .6rem; font-size: .8125rem; color: var(--soft); margin-top: 1.1rem; font-variant-numeric: tabular-nums; }
.plot svg { width: 100%; height: 11.25rem; stroke: none; overflow: visible; }
.plot .scale { display: flex; flex-direction: column; justify-content: space-between; margin: -.65rem 0; text-align: right; }
.plot .dates { grid-column: 2; display: flex; justify-content: space-between; }
.plot .column { fill: transparent; }
.plot g:hover .column { fill: var(--sunk); }
.plot path, .legend path { vector-effect: non-scaling-stroke; }
.grid { stroke: var(--line); stroke-width: 1; }
.limit { stroke: var(--ink); stroke-width: 1.5; stroke-dasharray: 5 4; stroke-linecap: butt; }
.calls { fill: var(--accent); stroke: none; }
.refused { fill: url(#stripes); stroke: none; }
.stripe { fill: var(--ink); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; margin: .75rem 0 0; font-size: .8125rem; color: var(--soft); }
.legend li { display: flex; align-items: center; gap: .4rem; margin: 0; }
.share { display: inline-flex; align-items: center; gap: .6rem; white-space: nowrap; }
.share svg { width: 4.5rem; height: .4rem; stroke: none; fill: var(--accent); }
.rows > summary { padding: .75rem 1.25rem; cursor: pointer; border-top: 1px solid var(--line); font-size: .875rem; font-weight: 550; color: var(--soft); }
.badges { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; padding: 0; margin: .5rem 0 1.25rem; }
.badges li { margin: 0; }
.card > .below { margin: 0 0 1.1rem; padding: .85rem 1.25rem 0; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft); }
.figure .note { font-size: .8125rem; color: var(--soft); }
progress { appearance: none; display: block; width: 100%; height: .375rem; margin: .4rem 0; border: 0; border-radius: 1rem; overflow: hidden; background: var(--line); }
progress::-webkit-progress-bar { background: var(--line); }
progress::-webkit-progress-value { background: var(--accent); border-radius: 1rem; }
progress::-moz-progress-bar { background: var(--accent); border-radius: 1rem; }

.button { display: inline-flex; align-items: center; justify-content: center; gap: .4rem; min-height: 2.375rem; padding: .4rem .95rem; font: 600 .875rem/1.3 var(--sans); border-radius: 8px;
  border: 1px solid transparent; cursor: pointer; text-decoration: none; white-space: nowrap; }
.button.primary { background: var(--accent); color: var(--on-accent); }
.button.primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
.button.plain { background: var(--raised); color: var(--ink); border-color: var(--line); box-shadow: 0 1px 2px var(--shade); }
.button.plain:hover { border-color: var(--field); }
.button.danger { background: var(--bad); color: var(--on-accent); }
.button.danger:hover { background: color-mix(in srgb, var(--bad) 85%, var(--ink)); }
.button.quiet { min-height: 0; padding: .3rem .6rem; background: none; color: var(--soft); border-color: var(--line); font-weight: 500; }
.button.quiet:hover { color: var(--accent); border-color: currentColor; }
:focus-visible { outline-offset: 2px; border-radius: 8px; }

.field { min-width: 0; }
.field label { display: block; font-size: .8125rem; font-weight: 600; margin-bottom: .3rem; }
.field input, .field select { width: 100%; min-height: 2.375rem; font: inherit; color: var(--ink); background: var(--raised); border: 1px solid var(--field); border-radius: 8px; padding: .4rem .7rem; }
.field input::placeholder { color: var(--soft); opacity: 1; }
.field [aria-invalid] { border-color: var(--bad); }
.wrong { font-size: .875rem; color: var(--bad); margin: .35rem 0 0; overflow-wrap: anywhere; }
.hint { font-size: .8125rem; color: var(--soft); margin: .35rem 0 0; }
.choices { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; }
.choices legend { font-size: .8125rem; font-weight: 600; padding: 0; margin-bottom: .3rem; }
.choices label { display: flex; gap: .45rem; align-items: center; min-height: 1.75rem; }
.choices input { accent-color: var(--accent); width: 1.05rem; height: 1.05rem; margin: 0; }
.stack summary { cursor: pointer; font-size: .875rem; font-weight: 550; color: var(--soft); }
.stack details .choices { margin-top: .75rem; }
.inline { display: flex; flex-wrap: wrap; gap: .75rem; align-items: flex-end; }
.inline .field { flex: 1 1 14rem; max-width: 26rem; }
.stack > * + * { margin-top: 1rem; }

.message { border: 1px solid; border-radius: 10px; padding: .7rem 1rem; margin-bottom: 1.25rem; }
.message.done { color: var(--open); background: var(--open-ground); border-color: color-mix(in srgb, var(--open) 25%, transparent); }
.message.problem { color: var(--bad); background: var(--bad-ground); border-color: color-mix(in srgb, var(--bad) 25%, transparent); }
.message.hint { color: inherit; background: var(--sunk); border-color: var(--line); font-size: inherit; margin-top: 0; }
.message > :last-child { margin-bottom: 0; }
.empty { text-align: center; padding: 2rem 1.25rem 2.25rem; color: var(--soft); }
.empty p { margin: 0 auto .75rem; max-width: 32rem; }
.empty .title { color: var(--ink); font-weight: 600; margin-bottom: .25rem; }

.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 15rem), 1fr)); gap: .9rem 1.5rem; margin: 0; padding: .25rem 1.25rem 1.25rem; }
.facts div { min-width: 0; }
.facts dt { font-size: .8125rem; color: var(--soft); }
.facts dd { margin: .1rem 0 0; overflow-wrap: anywhere; }
.filters { display: flex; flex-wrap: wrap; gap: .25rem; }
.filters a { font-size: .875rem; padding: .25rem .7rem; border-radius: 2rem; color: var(--soft); text-decoration: none; }
.filters a:hover { color: var(--ink); background: var(--sunk); }
.filters a[aria-current] { color: var(--accent); background: var(--accent-ground); font-weight: 600; }
.badge { display: inline-block; font-size: .8125rem; font-weight: 550; line-height: 1.5; border-radius: 1rem; padding: .05rem .6rem; color: var(--soft); background: var(--sunk); white-space: nowrap; }
.badge.good { color: var(--open); background: var(--open-ground); }
.badge.bad { color: var(--bad); background: var(--bad-ground); }
.badge.waiting { color: var(--wait); background: var(--wait-ground); }

.content pre { max-height: none; }
.list { font-size: .9rem; }
.list th, .list td { padding: .7rem .75rem; vertical-align: middle; white-space: normal; overflow-wrap: anywhere; }
.list th.short, .list td.short { white-space: nowrap; }
.list .problem + .problem { margin-top: .5rem; }
.list .problem p { margin: 0; white-space: pre-line; }
.list th:first-child { padding-left: 1.25rem; }
.list th:last-child, .list td:last-child { padding-right: 1.25rem; }
.list tbody th { font-weight: 550; text-align: left; }
.list tbody a { color: inherit; text-decoration-color: var(--field); }
.list tbody a:hover { color: var(--accent); text-decoration-color: currentColor; }
.list thead th { overflow-wrap: normal; padding-block: .5rem; border-block: 1px solid var(--line); }
.list tbody tr:first-child { border-top: 0; }
.list tbody tr:hover { background: color-mix(in srgb, var(--sunk) 55%, transparent); }
.list .number { text-align: right; white-space: nowrap; }
.list time, .value small { white-space: nowrap; }
.list td.buttons, .list th.buttons { display: table-cell; }
.list td.buttons { text-align: right; white-space: nowrap; }
.list small { display: block; font-weight: 400; color: var(--soft); font-size: .8125rem; }
.list td code, .list th code { background: none; padding: 0; color: var(--soft); }
td, th { font-variant-numeric: tabular-nums; }
.read-out { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.pagination { display: flex; justify-content: space-between; padding: .75rem 1.25rem; border-top: 1px solid var(--line); }
.none { color: var(--soft); }

.dialog { width: min(27rem, calc(100vw - 2rem)); padding: 1.5rem; color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: 14px;
  box-shadow: 0 24px 64px var(--shade), 0 4px 12px var(--shade); text-align: left; white-space: normal; }
.dialog::backdrop { background: rgb(20 12 6 / .45); }
.dialog h2 { margin-bottom: .5rem; }
.dialog p { color: var(--soft); font-weight: 400; font-size: .9375rem; }
.dialog .buttons { justify-content: flex-end; margin-top: 1.25rem; }
.once { background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; padding: .75rem 1rem; }
figcaption, .once p { display: flex; align-items: center; justify-content: space-between; }
.once p { margin: 0 0 .15rem; }
.once code { display: block; font-size: .9375rem; user-select: all; overflow-wrap: anywhere; }
details.card > summary { padding: .9rem 1.25rem; cursor: pointer; font-weight: 600; color: var(--soft); }
details.card[open] > summary { border-bottom: 1px solid var(--line); }
details.card > form { padding-top: 1rem; }
details.card .list thead th { border-top: 0; }

.alone { display: grid; justify-items: center; padding: clamp(1.5rem, 9vh, 6rem) 1rem 3rem; }
.alone main { width: 100%; max-width: 26rem; padding: 0; }
.alone .card { padding: 2rem 1.75rem; margin: 0; border-radius: 16px; box-shadow: 0 18px 48px var(--shade), 0 1px 3px var(--shade); }
.alone .card > p, .alone .card > form { padding: 0; }
.alone .card > :last-child { margin-bottom: 0; }
.alone h1 { margin-bottom: .5rem; }
.alone .button { width: 100%; min-height: 2.75rem; font-size: .9375rem; }
.alone .field input { min-height: 2.75rem; }
.alone .after { color: var(--soft); font-size: .875rem; margin: 1.25rem 0 0; }

/* A page that consists of one message. */
.failure { padding: 2.5rem 1.75rem; text-align: center; }
.page .failure { max-width: 34rem; margin: 6vh auto; }
.failure h1 { margin-bottom: .5rem; }
.failure > p { color: var(--soft); text-wrap: balance; }
.failure > .status { font: 600 .875rem var(--mono); color: var(--accent); margin-bottom: .35rem; }

@media (max-width: 44rem) {
  .tabs ul { justify-content: space-between; gap: 0; padding: .25rem .5rem; }
  .tabs a { flex-direction: column; gap: .1rem; padding: .4rem .3rem; font-size: .6875rem; line-height: 1.3; }
  .who .email { display: none; }
  .who { padding: .4rem; }
  .list thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .list, .list tbody, .list tr, .list th, .list td { display: block; }
  .list thead tr, .list thead th { display: inline; }
  .list tbody tr { padding: .75rem 0; }
  .list tbody tr:first-child { border-top: 1px solid var(--line); }
  .list tbody th, .list tbody td, .list tbody td.buttons { display: flex; justify-content: space-between; gap: 1rem; padding: .2rem 1.25rem; text-align: right; }
  .list tbody th { padding-bottom: .35rem; text-align: left; }
  .list td::before { content: attr(data-title); color: var(--soft); text-align: left; white-space: nowrap; }
  .list td.buttons { justify-content: flex-start; padding-top: .5rem; }
  .list td.buttons::before { content: none; }
  .heading .buttons, .heading .buttons form, .heading .buttons .button { width: 100%; }
}
@media (min-width: 60rem) {
  .page { display: grid; grid-template-columns: 14.5rem minmax(0, 1fr); }
  .tabs { position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; border: 0; border-right: 1px solid var(--line); }
  .tabs ul { flex-direction: column; padding: 1.5rem 1rem 1rem 1.25rem; }
  .page main { padding: 2.25rem 2.5rem 5rem; }
}
@media (prefers-reduced-motion: no-preference) { .button, .tabs a, .who { transition: background-color .12s, border-color .12s, color .12s; } }
`
