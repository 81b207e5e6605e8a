/** The icon of the page. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><circle cx="12" cy="12" r="11" fill="#ea6a1e"/><path d="M12 1v22M1 12h22M4.2 4.2c4.4 4.4 4.4 11.2 0 15.6M19.8 4.2c-4.4 4.4-4.4 11.2 0 15.6" fill="none" stroke="#2b1405" stroke-width="1.4"/></svg>`

/** One column on a phone; wider screens add a column for the contents, and then one for the code. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #fffdfa; --raised: #fff; --sunk: #f7f2ec; --line: #e8dfd5; --ink: #231a13; --soft: #6b5d52;
  --accent: #b4450c; --accent-ground: #fdeee2; --string: #17663a; --number: #7c3aab; --key: #8a4b12; --open: #14663f; --open-ground: #e3f4ea;
  --sans: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  --mono: ui-monospace, SFMono-Regular, 'Cascadia Code', Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #15110e; --raised: #1d1814; --sunk: #1f1915; --line: #362c25; --ink: #efe7df; --soft: #b3a498;
    --accent: #ff9a57; --accent-ground: #3a2213; --string: #8fd6a5; --number: #d2aef5; --key: #f0b37e; --open: #8fdcb0; --open-ground: #143524;
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
header .name { display: flex; align-items: center; gap: .6rem; color: inherit; font-weight: 650; text-decoration: none; letter-spacing: -.01em; }
.version { font: .8rem var(--mono); color: var(--soft); border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .55rem; }
.to-contents, .to-document { margin-left: auto; font-size: .925rem; }
.to-document { display: none; }

.page { display: flex; flex-direction: column; }
main { order: 0; padding: 0 1.25rem; min-width: 0; }
nav { order: 1; margin-top: 3rem; padding: 2rem 1.25rem 3rem; border-top: 1px solid var(--line); background: var(--sunk); font-size: .925rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li { margin: 0; }
nav > ul > li { margin-bottom: 1.25rem; }
nav a { display: block; padding: .3rem 0; color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
nav a:hover { color: var(--accent); }
nav .group { color: var(--ink); font-weight: 650; }

h1, h2, h3, h4 { line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h1 { font-size: clamp(2.1rem, 1.5rem + 3vw, 3.25rem); letter-spacing: -.035em; margin: 0 0 1rem; }
h2 { font-size: 1.75rem; letter-spacing: -.025em; margin: 0 0 .75rem; }
h3 { font-size: 1.2rem; margin: 0 0 .5rem; }
h4 { font-size: .8rem; margin: 1.5rem 0 .25rem; text-transform: uppercase; letter-spacing: .07em; color: var(--soft); }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { color: var(--accent); }
p { margin: 0 0 1rem; text-wrap: pretty; }
p code, li code, dd code, td code, th code { background: var(--sunk); border-radius: 4px; padding: .1em .35em; }
.lead { font-size: 1.1rem; color: var(--soft); max-width: 42rem; }
ul { padding-left: 1.2rem; margin: 0 0 1rem; }
li { margin-bottom: .35rem; }

section { padding: 3rem 0; border-bottom: 1px solid var(--line); }
section:last-child { border-bottom: 0; }
.opening { padding-top: 3.5rem; }
article { padding: 2rem 0; border-top: 1px solid var(--line); }
.lead + article { margin-top: 1.5rem; }
article:last-child { padding-bottom: 0; }
article:target > h3, article:target .text > h3 { color: var(--accent); }
.text { max-width: 44rem; min-width: 0; }
.sample { min-width: 0; margin-top: 1.5rem; }

.route { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-bottom: .75rem; }
.route code { background: none; padding: 0; font-size: .95rem; overflow-wrap: anywhere; }
.method { font: 650 .75rem var(--mono); color: var(--accent); background: var(--accent-ground); border-radius: 4px; padding: .2rem .45rem; }
.pill { font: .8rem var(--sans); letter-spacing: 0; border: 1px solid var(--line); border-radius: 1rem; padding: .1rem .65rem; color: var(--soft); text-decoration: none; white-space: nowrap; }
a.pill:hover { color: var(--accent); border-color: currentColor; }
.pill.open { color: var(--open); background: var(--open-ground); border-color: transparent; }
.pill.status { font-family: var(--mono); vertical-align: .15em; margin-left: .35rem; }

.fields { margin: .5rem 0 0; }
.fields > div { padding: .6rem 0; border-top: 1px solid var(--line); }
.fields > div:first-child { border-top: 0; }
.fields dt code { font-weight: 650; overflow-wrap: anywhere; }
.fields dd { margin: .1rem 0 0; color: var(--soft); font-size: .95rem; }
.fields > div:target { background: var(--accent-ground); }
.type { font-size: .875rem; color: var(--soft); }
.type a { color: inherit; }
.fields em { font-size: .8rem; font-style: normal; color: var(--accent); }
.values { display: block; line-height: 1.9; }

figure { margin: 0; }
.code { background: var(--sunk); border: 1px solid var(--line); border-radius: 10px; overflow: hidden; }
.code + .code { margin-top: 1rem; }
figcaption { padding: .5rem 1rem; font-size: .8rem; color: var(--soft); border-bottom: 1px solid var(--line); }
pre { margin: 0; padding: .9rem 1rem; overflow: auto; max-height: 32rem; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; tab-size: 2; }
pre code { font-size: .8125rem; }
.shell pre { white-space: pre; }
.k { color: var(--key); } .s { color: var(--string); } .n { color: var(--number); }

.scroll { overflow-x: auto; margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: 10px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; font-size: .95rem; }
th, td { padding: .6rem .75rem; text-align: right; white-space: nowrap; }
th:first-child { text-align: left; }
thead th { font-size: .8rem; white-space: normal; font-weight: 600; color: var(--soft); background: var(--sunk); }
tbody tr { border-top: 1px solid var(--line); }
tbody th { font-weight: 600; }

@media (max-width: 30rem) { th, td { padding: .5rem .6rem; } th code { display: block; width: fit-content; } }
@media (min-width: 60rem) {
  header { padding: 0 2rem; }
  .to-contents { display: none; }
  .to-document { display: block; }
  .page { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); }
  nav { order: 0; position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; margin: 0; padding: 2rem 1rem 3rem 2rem;
    border-top: 0; border-right: 1px solid var(--line); background: none; font-size: .875rem; scrollbar-width: thin; }
  nav a { padding: .2rem 0; }
  /* Browsers that support these two properties mark the current section without a script. */
  nav { scroll-target-group: auto; }
  nav a:target-current { color: var(--accent); font-weight: 600; }
  main { order: 1; padding: 0 2.25rem; max-width: 88rem; }
  .fields > div { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1rem; align-items: baseline; }
  .fields dd { margin: 0; }
}
@media (min-width: 76rem) {
  .guide, .endpoints article { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 2.5rem; }
  @media (min-width: 90rem) { .guide, .endpoints article { grid-template-columns: minmax(0, 1fr) minmax(0, 32rem); gap: 4rem; } }
  .sample { margin-top: .25rem; }
  .guide .fields > div, .endpoints .fields > div { display: block; }
  .guide .fields dd, .endpoints .fields dd { margin: .1rem 0 0; }
}
@media print { header, nav, .skip { display: none; } pre { max-height: none; } }
`
