import { html } from 'hono/html'
import { isEnvelope, type OpenApiDocument, type Schema } from '@basketball-data/http/openapi'
import { PATHS } from '../page/addresses.ts'
import { readStyle } from '../page/browser-files.ts'
import { prose, type Markup } from '../page/html.ts'
import { contents, type Link, sitePage, type Site } from './layout.ts'
import { definition, enumValues, hasOwnFormat, recordAnchor, recordPath, resolveSchema, typeText } from './schema.ts'

/** A field of a record; `name` is `outer.inner` for one of an inline object. */
export type Field = { name: string; schema: Schema; optional: boolean }

/** The fields of a record; fields of an inline object follow as `outer.inner`. */
export const listFields = ({ properties = {}, required = [] }: Schema, outer = ''): Field[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    { name: outer + name, schema, optional: !required.includes(name) },
    ...listFields(schema.items ?? schema, `${outer}${name}.`),
  ])

export const fieldAnchor = (record: string, { name }: Pick<Field, 'name'>): string => `${record}.${name}`

/** A field that is a record is described by its type, which is a link. `anchor` is its id, if something links to it. */
export const fieldRow = (document: OpenApiDocument, { name, schema, optional }: Field, anchor?: string): Markup => {
  const { type, description = '' } = resolveSchema(document, schema)
  const text = schema.$ref !== undefined && type === 'object' ? (schema.description ?? '') : description
  return definition(name, typeText(schema), optional ? 'may be absent' : '', html`${prose(text)}`, anchor)
}

const recordArticle = (document: OpenApiDocument, name: string, schema: Schema): Markup =>
  html`<article id="${recordAnchor(name)}">
    <h2><a href="#${recordAnchor(name)}">${name}</a></h2>
    <p>${prose(schema.description ?? '')}${schema.anyOf === undefined ? '' : html` It is ${typeText(schema)}.`}</p>
    <dl class="fields">${listFields(schema).map((field) => fieldRow(document, field, fieldAnchor(name, field)))}</dl>
  </article>`

/** The values of an enum; of any other value its pattern and an example. */
const renderFormat = (schema: Schema): Markup => {
  const values = enumValues(schema)
  if (values.length > 0) return html`<span class="values">${values}</span>`
  const { pattern, examples: [example] = [] } = schema
  return html`${pattern === undefined ? '' : html`<code>${pattern}</code>`}${example === undefined ? '' : html` e.g. <code>${example}</code>`}`
}

const valueRow = (name: string, schema: Schema): Markup =>
  definition(name, '', '', html`${prose(schema.description ?? '')} ${renderFormat(schema)}`, recordAnchor(name))

/** The records and the scalar values of the document, by name; envelopes and errors have their own descriptions. */
export const namedSchemas = ({ components }: OpenApiDocument) => {
  const named = Object.entries(components.schemas)
    .filter(([name, schema]) => !name.startsWith('Error') && !isEnvelope(schema))
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
  return {
    records: named.filter(([, { type, anyOf }]) => type === 'object' || anyOf !== undefined),
    values: named.filter(([, schema]) => schema.type !== 'object' && hasOwnFormat(schema)),
  }
}

/** The page of the records with their fields, and of the values. Its anchors are `#record-<name>` and `#<record>.<field>`. */
export const recordsPage = (site: Site, document: OpenApiDocument): string => {
  const { records, values } = namedSchemas(document)
  const groups = [
    { title: 'API reference', href: PATHS.reference, links: [] },
    { title: 'Records', href: '#main', links: records.map(([name]): Link => [recordPath(name), name]) },
    { title: 'Identifiers and enums', href: '#values', links: values.map(([name]): Link => [recordPath(name), name]) },
  ]
  return sitePage(site, {
    title: 'Records',
    description: 'Every record of the API with its fields, and the identifiers and enums that they use.',
    current: 'reference',
    style: readStyle('reference.css'),
    contents: 'Contents',
    body: html`<div class="page">
      ${contents('Contents', groups)}
      <main id="main">
        <section id="records" class="opening" aria-labelledby="records-title">
          <h1 id="records-title">Records</h1>
          <p class="lead">Every field is always present, and null if unknown, unless its description says otherwise.</p>
          ${records.map(([name, schema]) => recordArticle(document, name, schema))}
        </section>
        <section id="values" aria-labelledby="values-title">
          <h2 id="values-title">Identifiers and enums</h2>
          <p class="lead">The scalar values that parameters and records use.</p>
          <dl class="fields">${values.map(([name, schema]) => valueRow(name, schema))}</dl>
        </section>
      </main>
    </div>`,
  })
}
