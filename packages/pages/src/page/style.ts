export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#ea6a1e"/><path d="M12 1v22M1 12h22M4.2 4.2c4.4 4.4 4.4 11.2 0 15.6M19.8 4.2c-4.4 4.4-4.4 11.2 0 15.6" fill="none" stroke="#2b1405" stroke-width="1.4"/></svg>`

/** What all pages share: colours, type, the bar at the top, code, pills and tables. */
export const BASE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fffdfa; --raised: #fff; --sunk: #f7f2ec; --line: #e8dfd5; --ink: #231a13; --soft: #6b5d52;
  --accent: #b4450c; --accent-ground: #fdeee2; --string: #17663a; --number: #7c3aab; --key: #8a4b12; --open: #14663f; --open-ground: #e3f4ea;
  --on-accent: #fff; --field: #93836f; --shade: rgb(60 40 20 / .07);
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, SFMono-Regular, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15110e; --raised: #1d1814; --sunk: #1f1915; --line: #362c25; --ink: #efe7df; --soft: #b3a498;
    --accent: #ff9a57; --accent-ground: #3a2213; --string: #8fd6a5; --number: #d2aef5; --key: #f0b37e; --open: #8fdcb0; --open-ground: #143524;
    --on-accent: #231005; --field: #857466; --shade: rgb(0 0 0 / .33);
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.6 var(--sans); overflow-wrap: break-word; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
code, pre { font-family: var(--mono); font-size: .875em; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: .75rem; z-index: 3; background: var(--raised); padding: .5rem 1rem; }

header { position: sticky; top: 0; z-index: 2; display: flex; align-items: center; gap: .75rem; height: 3.5rem; padding: 0 1.25rem;
  background: var(--ground); border-bottom: 1px solid var(--line); }
header .name { display: flex; align-items: center; gap: .6rem; color: inherit; font-weight: 650; text-decoration: none; letter-spacing: -.01em; white-space: nowrap; }
.site { display: flex; gap: .25rem; margin-left: .5rem; font-size: .925rem; }
.site a { color: var(--soft); text-decoration: none; padding: .3rem .55rem; border-radius: 8px; }
.site a:hover { color: var(--accent); }
.site a[aria-current] { color: var(--accent); background: var(--accent-ground); font-weight: 600; }

h1, h2, h3, h4 { line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h1 { font-size: clamp(2.1rem, 1.5rem + 3vw, 3.25rem); letter-spacing: -.035em; margin: 0 0 1rem; }
h2 { font-size: 1.75rem; letter-spacing: -.025em; margin: 0 0 .75rem; }
h3 { font-size: 1.2rem; margin: 0 0 .5rem; }
h4 { font-size: .8rem; margin: 1.5rem 0 .25rem; text-transform: uppercase; letter-spacing: .07em; color: var(--soft); }
p { margin: 0 0 1rem; text-wrap: pretty; }
p code, li code, dd code, td code, th code { background: var(--sunk); border-radius: 4px; padding: .1em .35em; }
.lead { font-size: 1.1rem; color: var(--soft); max-width: 42rem; }
ul { padding-left: 1.2rem; margin: 0 0 1rem; }
li { margin-bottom: .35rem; }

.pill { font: .8rem var(--sans); letter-spacing: 0; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .65rem; color: var(--soft); text-decoration: none; white-space: nowrap; }
a.pill:hover { color: var(--accent); border-color: currentColor; }
.pill.open { color: var(--open); background: var(--open-ground); border-color: transparent; }

figure { margin: 0; }
.code { background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.code + .code { margin-top: 1rem; }
figcaption { padding: .5rem 1rem; font-size: .8rem; color: var(--soft); border-bottom: 1px solid var(--line); }
.copy { font: .8rem var(--sans); color: var(--soft); background: none; border: 0; border-radius: 6px; padding: .2rem .5rem; margin: 0 -.5rem 0 auto; cursor: pointer; }
.copy:hover { color: var(--accent); }
pre { margin: 0; padding: .9rem 1rem; overflow: auto; max-height: 32rem; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; tab-size: 2; }
pre code { font-size: .8125rem; }
pre:is(.shell, .typescript, .other) { white-space: pre; }
.k { color: var(--key); } .s { color: var(--string); } .n { color: var(--number); }

.scroll { overflow-x: auto; margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem; }
th, td { padding: .6rem .75rem; text-align: left; white-space: nowrap; }
thead th { font-size: .8rem; white-space: normal; font-weight: 600; color: var(--soft); background: var(--sunk); }
tbody tr { border-top: 1px solid var(--line); }
tbody th { font-weight: 600; }
@media (max-width: 30rem) { th, td { padding: .5rem .6rem; } }
@media (max-width: 44rem) {
  header { padding: 0 1rem; gap: .25rem; }
  header .name span { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .site { margin-left: .25rem; }
}
@media (min-width: 60rem) { header { padding: 0 2rem; } }
@media print { header, nav, .skip { display: none; } pre { max-height: none; } }
`
