/** Every page of the documentation: the bar with the search, its results, and blocks of code with two languages. */
export const SITE_STYLE = `
:root { --comment: #6b5d52; --word: #a3327a; }
@media (prefers-color-scheme: dark) { :root { --comment: #a39387; --word: #f29ac8; } }
.c { color: var(--comment); } .w { color: var(--word); }
svg { flex: none; }
.search svg, .to-search svg { fill: none; stroke: currentColor; stroke-width: 1.7; stroke-linecap: round; }

.search { position: relative; display: flex; align-items: center; gap: .5rem; color: var(--soft); }
.search svg { position: absolute; left: .7rem; pointer-events: none; }
.search input { width: 100%; height: 2.25rem; font: inherit; font-size: .925rem; color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: 9px; padding: 0 .75rem 0 2.2rem; }
.search input:hover { border-color: var(--field); }
.search input::placeholder { color: var(--soft); opacity: 1; }
.search kbd { position: absolute; right: .5rem; font: .75rem var(--mono); border: 1px solid var(--line); border-radius: 5px; padding: .05rem .4rem; pointer-events: none; }
.search:focus-within kbd { display: none; }
header .search { margin-left: auto; width: min(22rem, 34vw); }
.to-search { display: none; color: var(--soft); padding: .45rem; line-height: 0; }
.found { position: absolute; top: calc(100% + .4rem); right: 0; width: min(34rem, calc(100vw - 2rem)); max-height: min(36rem, calc(100vh - 5rem)); overflow-y: auto; overscroll-behavior: contain;
  color: var(--ink); background: var(--raised); border: 1px solid var(--line); border-radius: 12px; box-shadow: 0 16px 40px var(--shade), 0 2px 6px var(--shade); }
header .results a { grid-template-columns: 4.5rem minmax(0, 1fr); }
header .results .excerpt { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.found .nothing { margin: 0; padding: 1rem; color: var(--soft); }
.results { list-style: none; margin: 0; padding: .35rem; }
.results li { margin: 0; }
.results a { display: grid; grid-template-columns: 5.5rem minmax(0, 1fr); column-gap: .75rem; padding: .55rem .65rem; border-radius: 8px; color: inherit; text-decoration: none; line-height: 1.45; }
.results a:hover, .results a:focus-visible { background: var(--accent-ground); outline-offset: -2px; }
.results strong { font-weight: 600; overflow-wrap: anywhere; }
.results .kind { grid-row: 1 / 4; font-size: .75rem; color: var(--soft); padding-top: .15rem; }
.results .where { font: .8rem var(--mono); color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.results .excerpt { font-size: .85rem; color: var(--soft); overflow-wrap: anywhere; }
.results mark { color: var(--accent); background: none; font-weight: 600; }

.code { position: relative; }
figcaption { display: flex; align-items: center; gap: .75rem; min-height: 2.25rem; }
.tabs { display: flex; gap: .15rem; margin-left: -.55rem; }
.tabs label { padding: .2rem .55rem; border-radius: 6px; cursor: pointer; }
.tabs label:hover { color: var(--ink); }
.tabs label:has(:checked) { color: var(--accent); background: var(--accent-ground); font-weight: 600; }
.tabs label:has(:focus-visible) { outline: 2px solid var(--accent); }
.tabs input { position: absolute; opacity: 0; pointer-events: none; }
@supports selector(:has(a)) {
  .request:has([value=curl]:checked) .typescript, .request:has([value=typescript]:checked) .shell, .request:has([value=curl]:checked) .set-up { display: none; }
}
.set-up { margin-left: auto; }
.set-up:not([hidden]) + .copy { margin-left: 0; }
.request:has([value=curl]:checked) .copy { margin-left: auto; }
.plain .copy { position: absolute; top: .35rem; right: .9rem; background: var(--sunk); opacity: 0; }
.plain:hover .copy, .plain .copy:focus-visible { opacity: 1; }
@media (hover: none) { .plain .copy { opacity: 1; } }

.button { display: inline-flex; align-items: center; min-height: 2.6rem; padding: .4rem 1.1rem; font-weight: 600; border-radius: 9px; border: 1px solid var(--line); background: var(--raised); color: var(--ink); text-decoration: none; }
.button:hover { border-color: var(--field); }
.button.primary { color: var(--on-accent); background: var(--accent); border-color: transparent; }
.button.primary:hover { background: color-mix(in srgb, var(--accent) 88%, var(--ink)); }
.cards { list-style: none; margin: 1.25rem 0 0; padding: 0; display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.cards li { margin: 0; display: grid; }
.card { display: flex; flex-direction: column; gap: .2rem; padding: 1rem 1.15rem; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; text-decoration: none; box-shadow: 0 1px 2px var(--shade); }
.card:hover { border-color: var(--accent); }
.card > span::first-letter { text-transform: uppercase; }
.card > span { color: var(--soft); font-size: .925rem; line-height: 1.5; }
.card:hover strong, .card:hover h3 { color: var(--accent); }

.page { display: flex; flex-direction: column; }
.page main { order: 0; padding: 0 1.25rem; min-width: 0; }
.contents { order: 1; margin-top: 3rem; padding: 2rem 1.25rem 5rem; border-top: 1px solid var(--line); background: var(--sunk); font-size: .925rem; scroll-margin-top: 3rem; }
.contents ul { list-style: none; margin: 0; padding: 0; }
.contents li { margin: 0; }
.contents > ul > li { margin-bottom: 1.25rem; }
.contents a, .contents .group { display: block; padding: .3rem 0; color: var(--soft); text-decoration: none; overflow-wrap: anywhere; }
.contents a:hover { color: var(--accent); }
.contents .group { color: var(--ink); font-weight: 650; }
.contents a[aria-current] { color: var(--accent); font-weight: 600; }
.to-contents { position: fixed; right: 1rem; bottom: 1rem; z-index: 2; font-size: .925rem; font-weight: 600; color: var(--on-accent); background: var(--accent); border-radius: 2rem; padding: .5rem 1.1rem; text-decoration: none; box-shadow: 0 6px 20px var(--shade); }
body:has(#contents:target) .to-contents { display: none; }

@media (max-width: 44rem) {
  .results a { grid-template-columns: minmax(0, 1fr); }
  .results .kind { grid-row: auto; padding: 0; }
  header .search { display: none; }
  .to-search { display: block; margin-left: auto; }
}
@media (min-width: 60rem) {
  .to-contents { display: none; }
  .page { display: grid; grid-template-columns: 15.5rem minmax(0, 1fr); }
  .contents { order: 0; position: sticky; top: 3.5rem; height: calc(100vh - 3.5rem); overflow-y: auto; margin: 0; padding: 2rem 1rem 3rem 2rem;
    border-top: 0; border-right: 1px solid var(--line); background: none; font-size: .875rem; scrollbar-width: thin; }
  .contents a, .contents .group { padding: .2rem 0; }
  /* Browsers that support these two properties mark the current section without a script. */
  .contents { scroll-target-group: auto; }
  .contents a:target-current { color: var(--accent); font-weight: 600; }
  .page main { order: 1; padding: 0 2.25rem; }
}
@media (max-width: 30rem) { th code { display: block; width: fit-content; } }
@media print { .to-contents, .copy, .try { display: none; } }
`

/** The reference: one column on a phone; wider screens add one for the contents, and then one for the code. */
export const REFERENCE_STYLE = `
h2 a, h3 a { color: inherit; text-decoration: none; }
h2 a:hover, h3 a:hover { color: var(--accent); }
section { padding: 3rem 0; border-bottom: 1px solid var(--line); }
section:last-child { border-bottom: 0; }
.opening { padding-top: 3.5rem; }
article { padding: 2rem 0; border-top: 1px solid var(--line); }
.lead + article { margin-top: 1.5rem; }
article:last-child { padding-bottom: 0; }
article > h2 { font-size: 1.2rem; letter-spacing: -.015em; }
article:target > h2, article:target .text > h3 { color: var(--accent); }
.text { max-width: 44rem; min-width: 0; }
.sample { min-width: 0; margin-top: 1.5rem; }
.sample > * + * { margin-top: 1rem; }

.route { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; margin-bottom: .75rem; }
.route code { background: none; padding: 0; font-size: .95rem; overflow-wrap: anywhere; }
.method { font: 650 .75rem var(--mono); color: var(--accent); background: var(--accent-ground); border-radius: 4px; padding: .2rem .45rem; }
.pill.status { font-family: var(--mono); vertical-align: .15em; margin-left: .35rem; }

.fields { margin: .5rem 0 0; }
.fields > div { padding: .6rem 0; border-top: 1px solid var(--line); }
.fields > div:first-child { border-top: 0; }
.fields dt code { font-weight: 650; overflow-wrap: anywhere; }
.fields dd { margin: .1rem 0 0; color: var(--soft); font-size: .95rem; }
.fields > div:target { background: var(--accent-ground); box-shadow: -.75rem 0 var(--accent-ground), .75rem 0 var(--accent-ground); }
.type { font-size: .875rem; color: var(--soft); }
.type a { color: inherit; }
.fields em { font-size: .8rem; font-style: normal; color: var(--accent); }
.values { display: block; line-height: 1.9; }
th, td { text-align: right; }
th:first-child { text-align: left; }

.try { border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
.try summary { padding: .55rem 1rem; font-size: .875rem; font-weight: 600; color: var(--accent); cursor: pointer; border-radius: 10px; }
.try form { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 8.25rem), 1fr)); gap: .75rem; align-items: end; padding: .25rem 1rem 1rem; }
.try label { display: grid; gap: .2rem; font: .8rem var(--mono); color: var(--soft); min-width: 0; }
.try .own-key { grid-column: 1 / -1; font-family: var(--sans); }
.try input, .try select { width: 100%; min-width: 0; height: 2.2rem; font: .8125rem var(--mono); color: var(--ink); background: var(--ground); border: 1px solid var(--field); border-radius: 7px; padding: 0 .6rem; }
.try small { font: italic .8rem var(--sans); overflow-wrap: anywhere; }
.try .key { -webkit-text-security: disc; }
.try button { height: 2.2rem; font: 600 .875rem var(--sans); color: var(--on-accent); background: var(--accent); border: 0; border-radius: 7px; padding: 0 1.2rem; cursor: pointer; justify-self: start; }
.try button:disabled { opacity: .6; }
figcaption .good { color: var(--open); font-weight: 600; }
figcaption .bad { color: var(--accent); font-weight: 600; }

@media (min-width: 60rem) {
  .page main { max-width: 88rem; }
  .fields > div { display: grid; grid-template-columns: 15rem minmax(0, 1fr); gap: 1rem; align-items: baseline; }
  .fields dd { margin: 0; }
}
@media (min-width: 76rem) {
  .chapter, .endpoints article { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 27rem); gap: 2.5rem; }
  @media (min-width: 90rem) { .chapter, .endpoints article { grid-template-columns: minmax(0, 1fr) minmax(0, 32rem); gap: 4rem; } }
  .sample { margin-top: .25rem; }
  .chapter .fields > div, .endpoints .fields > div { display: block; }
  .chapter .fields dd, .endpoints .fields dd { margin: .1rem 0 0; }
}
`

/** A guide, with its sections at its side on wide screens, and the list of all guides. */
export const GUIDE_STYLE = `
h1 { font-size: clamp(1.9rem, 1.5rem + 2vw, 2.5rem); }
.guide { padding: 2.5rem 0 4rem; max-width: 46rem; min-width: 0; }
.guide h2 { font-size: 1.5rem; margin: 3rem 0 .75rem; padding-top: 1.75rem; border-top: 1px solid var(--line); }
.guide h3 { margin: 2rem 0 .5rem; }
.guide :is(h2, h3, h4) a { color: inherit; text-decoration: none; }
.guide :is(h2, h3, h4) a:hover::after { content: ' #'; color: var(--accent); }
.guide :is(h2, h3, h4):target { color: var(--accent); }
.guide .code { margin: 0 0 1.25rem; }
.guide li > p { margin-bottom: .5rem; }
.guide li .code { margin-top: .5rem; }
.guide blockquote { margin: 0 0 1rem; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.guide table { font-size: .875rem; width: auto; min-width: 100%; }
.guide th, .guide td { white-space: normal; vertical-align: top; min-width: 5.5rem; overflow-wrap: normal; }
.guide td code { overflow-wrap: anywhere; }
.guide td:first-child code { overflow-wrap: normal; }
thead td { background: var(--sunk); }
@media (max-width: 44rem) { .guide td:last-child:not(.number, :first-child) { min-width: 14rem; } .guide td code { overflow-wrap: break-word; } }
.guide .number { text-align: right; white-space: nowrap; }
.neighbours { display: flex; justify-content: space-between; gap: 1rem; margin-top: 4rem; padding-top: 1.5rem; border-top: 1px solid var(--line); }
.neighbours a { display: grid; font-weight: 600; text-decoration: none; }
.neighbours a[rel=next] { text-align: right; margin-left: auto; }
.neighbours small { font-weight: 400; color: var(--soft); }
.on-this-page { display: none; }
.all-guides { max-width: 72rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.all-guides section { margin-top: 2.5rem; }
.all-guides h2 { font-size: 1.3rem; }
@media (min-width: 76rem) {
  .page main { display: grid; grid-template-columns: minmax(0, 46rem) 13rem; gap: 4rem; }
  .on-this-page { display: block; position: sticky; top: 3.5rem; align-self: start; max-height: calc(100vh - 3.5rem); overflow-y: auto; padding: 3rem 0 2rem; font-size: .875rem; scroll-target-group: auto; }
  .on-this-page p { font-weight: 650; margin: 0 0 .35rem; }
  .on-this-page ul { list-style: none; margin: 0; padding: 0; border-left: 1px solid var(--line); }
  .on-this-page li { margin: 0; }
  .on-this-page a { display: block; padding: .2rem 0 .2rem .85rem; color: var(--soft); text-decoration: none; }
  .on-this-page a:hover { color: var(--accent); }
  .on-this-page a:target-current { color: var(--accent); box-shadow: -1px 0 var(--accent); }
}
`

export const SEARCH_STYLE = `
.search-page { max-width: 46rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
.search-page h1 { font-size: clamp(1.9rem, 1.5rem + 2vw, 2.5rem); }
.search-page .search { margin-bottom: 1.5rem; }
.search-page .search input { height: 2.75rem; font-size: 1rem; }
.search-page .results { padding: 0; margin: 0 -.65rem; }
`

/** The page at \`/\`. */
export const FRONT_STYLE = `
.front { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem 4rem; }
.front > section + section { padding-top: 3.5rem; margin-top: 3.5rem; border-top: 1px solid var(--line); }
.hero { display: grid; gap: 2.5rem; align-items: center; padding-top: clamp(2rem, 6vw, 4.5rem); }
.hero .lead { font-size: clamp(1.1rem, 1rem + .5vw, 1.3rem); line-height: 1.55; margin-bottom: 1.75rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin: 0; }
.account-links { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin-top: 1rem; font-size: .925rem; }
.court { width: 100%; height: auto; fill: none; stroke-linecap: round; }
.court .lines { stroke: var(--field); stroke-width: .22; opacity: .55; }
.court .board { stroke: var(--ink); stroke-width: .35; }
.court .rim { stroke: var(--accent); stroke-width: .3; }
.court .made { stroke: var(--accent); stroke-width: 1.15; }
.court .missed { stroke: var(--soft); stroke-width: .2; opacity: .8; }
.hero .court { max-width: 30rem; justify-self: center; }
.steps { padding-left: 0; list-style: none; counter-reset: step; margin: 1.25rem 0 1.5rem; }
.steps li { counter-increment: step; position: relative; padding-left: 2.75rem; margin-bottom: 1.25rem; max-width: 32rem; }
.steps li::before { content: counter(step); position: absolute; left: 0; top: 0; width: 1.75rem; height: 1.75rem; display: grid; place-items: center; font-size: .875rem; font-weight: 650; color: var(--accent); background: var(--accent-ground); border-radius: 50%; }
.beside { display: none; }
.sample { min-width: 0; }
.sample > * + * { margin-top: 1rem; }
.sample .json { max-height: 22rem; }
.features { grid-template-columns: repeat(auto-fill, minmax(min(100%, 16rem), 1fr)); }
.features .card { padding: 0 0 1.15rem; overflow: hidden; gap: 0; }
.features .card h3 { margin: 1.1rem 1.15rem .35rem; font-size: 1.05rem; }
.features .card p { margin: 0 1.15rem; color: var(--soft); font-size: .925rem; line-height: 1.55; }
.picture { height: 10.5rem; overflow: hidden; background: var(--sunk); border-bottom: 1px solid var(--line); padding: 1rem 1.15rem 0; font-size: .8rem; }
.picture table { font-size: .8rem; }
.picture th, .picture td { padding: .4rem 0 .4rem .5rem; background: none; text-align: right; }
.picture th:first-child { padding-left: 0; text-align: left; overflow: hidden; text-overflow: ellipsis; max-width: 9.5rem; white-space: nowrap; font-weight: 500; }
.picture thead th { font-size: .75rem; color: var(--soft); }
.plays { list-style: none; margin: 0; padding: 0; }
.plays li { display: grid; grid-template-columns: 2.6rem 1fr auto; gap: .4rem; padding: .3rem 0; border-bottom: 1px solid var(--line); line-height: 1.4; }
.plays strong { font-weight: 600; }
.plays .clock, .plays .score { font-variant-numeric: tabular-nums; color: var(--soft); }
.picture .court { margin-top: -.2rem; }
.picture code { padding: 0; background: none; }
.picture pre { padding: 0; overflow: hidden; white-space: pre; line-height: 1.7; }
.picture pre code { font-size: .75rem; }
.picture b { font-weight: 400; color: var(--string); }
.front th, .front td { text-align: right; }
.front th:first-child { text-align: left; }
@media (min-width: 60rem) {
  .front { padding: 0 2rem 5rem; }
  .hero { grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr); gap: 4rem; }
  .first-call { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr); gap: 4rem; }
  .beside { display: inline; }
}
`
