/** One column on a phone; wider screens add a column for the contents, and then one for the code. */
export const DOCS_STYLE = `
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

h3 a { color: inherit; text-decoration: none; }
h3 a:hover { color: var(--accent); }

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

th, td { text-align: right; }
th:first-child { text-align: left; }

@media (max-width: 30rem) { th code { display: block; width: fit-content; } }
@media (min-width: 60rem) {
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
`
