import { html } from 'hono/html'
import type { OpenApiDocument } from '@basketball-data/http/openapi'
import { PATHS } from '../page/addresses.ts'
import { contents, type Group } from './contents.ts'
import { sitePage, type Site } from './layout.ts'
import { namedSchemas, recordSections } from './records.ts'
import { recordPath } from './schema.ts'
import { REFERENCE_STYLE } from './style.ts'

const groups = (document: OpenApiDocument): Group[] => {
  const { records, values } = namedSchemas(document)
  return [
    { title: 'API reference', href: PATHS.reference, links: [] },
    { title: 'Records', href: '#main', links: records.map(([name]) => [recordPath(name), name]) },
    { title: 'Identifiers and enums', href: '#values', links: values.map(([name]) => [recordPath(name), name]) },
  ]
}

/** The page of the records with their fields, and of the values. Its anchors are `#record-<name>` and `#<record>.<field>`. */
export const recordsPage = (site: Site, document: OpenApiDocument): string =>
  sitePage(site, {
    title: 'Records',
    description: 'Every record of the API with its fields, and the identifiers and enums that they use.',
    current: 'reference',
    style: REFERENCE_STYLE,
    contents: 'Contents',
    body: html`<div class="page">
      ${contents(groups(document))}
      <main id="main">${recordSections(document)}</main>
    </div>`,
  })
