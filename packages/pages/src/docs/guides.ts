import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { guidePath } from '../page/addresses.ts'
import { renderMarkdown, type Article, type LinkTarget } from './markdown.ts'

/** A guide as the table of contents lists it; the address of its page ends in `slug`. */
export type GuideEntry = { slug: string; title: string; description: string }

/** The guides under one heading of the table of contents. */
export type GuideGroup = { title: string; guides: GuideEntry[] }

/** The guides of a service, which are the files of docs/ and the README of the client. A guide is rendered when it is first asked for. */
export type Guides = {
  /** The table of contents: those of docs/README.md. */
  groups: GuideGroup[]
  /** The slugs of all guides, also of those that no table of contents lists. */
  slugs: ReadonlySet<string>
  /** @throws RangeError if there is no such guide */
  article: (slug: string) => Article
}

/** The slug of docs/README.md, the page at `PATHS.guides`. */
export const GUIDES_SLUG = 'guides'

/** The package has a copy of the guides, made by `prepack`; the sources have them in docs/. */
const FOLDERS = [new URL('../guides/', import.meta.url), new URL('../../../../docs/', import.meta.url)]

/** The README of the client, as seen from docs/. */
const CLIENT = '../packages/client/README'

const toSlug = (name: string): string => (name === 'README' ? GUIDES_SLUG : name === CLIENT ? 'client-readme' : name)

/** The files by slug. */
const findFiles = (): Map<string, URL> => {
  const folder = FOLDERS.find((each) => existsSync(each))
  const files = folder ? [...readdirSync(folder), `${CLIENT}.md`].filter((file) => file.endsWith('.md')) : []
  return new Map(files.map((file) => [toSlug(file.slice(0, -'.md'.length)), new URL(file, folder)]))
}

/** The rows of the tables in docs/README.md, by the heading before them. */
const readGroups = (contents: string): GuideGroup[] => {
  const groups: GuideGroup[] = []
  for (const line of contents.split('\n')) {
    const [, heading] = /^## (.+)$/.exec(line) ?? []
    if (heading !== undefined) groups.push({ title: heading, guides: [] })
    const [, title, name, description] = /^\| \[(.+?)\]\(([\w./-]+)\.md\) *\| (.+?) *\|$/.exec(line) ?? []
    if (title !== undefined && name !== undefined && description !== undefined)
      groups.at(-1)?.guides.push({ slug: toSlug(name), title, description })
  }
  return groups
}

/** The address of the demo that `npm start` serves: on the pages of a service, links to its documentation stay there. */
const DEMO = 'http://127.0.0.1:3000'

/** Reads the guides. `base` is the address of the /v1 paths. */
export const readGuides = (base: string): Guides => {
  const files = findFiles()
  const read = (slug: string): string => {
    const file = files.get(slug)
    if (file === undefined) throw new RangeError(`There is no guide ${slug}.`)
    return readFileSync(file, 'utf8')
  }

  /** Where a link in a file leads on the pages. */
  const linkTo = (href: string): LinkTarget => {
    if (href.startsWith(`${DEMO}/docs`)) return { href: href.slice(DEMO.length) }
    if (/^(#|\w+:)/.test(href)) return { href }
    if (href === 'openapi.json') return { href: `${base}/openapi.json` }
    const [, name = '', anchor = ''] =
      /^(?:\.\.\/\.\.\/docs\/)?([\w-]+|\.\.\/packages\/client\/README)\.md(#.*)?$/.exec(href) ?? []
    if (files.has(toSlug(name))) return { href: guidePath(toSlug(name)) + anchor }
    return { href: null, title: `In the source code: ${href.replace(/^(\.\.\/)+/, '')}` }
  }

  const articles = new Map<string, Article>()
  const article = (slug: string): Article => {
    const rendered = articles.get(slug) ?? renderMarkdown(read(slug), linkTo)
    articles.set(slug, rendered)
    return rendered
  }
  return { groups: files.has(GUIDES_SLUG) ? readGroups(read(GUIDES_SLUG)) : [], slugs: new Set(files.keys()), article }
}
