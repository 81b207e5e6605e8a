import type { Plan } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Endpoint, OpenApiDocument, Parameter, Schema } from '../openapi/document-types.ts'
import { EXAMPLE_QUERIES } from '../openapi/examples/queries.ts'
import { jsonBlock, shellBlock } from './code.ts'
import { parametersOf, schemaAt, successOf } from './lookup.ts'
import { prose, type Markup } from './markup.ts'
import { PLAN_NAME } from './plans.ts'
import { hasLook, typeWords, valuesOf } from './words.ts'

/** The endpoints under each tag, in the order of the document. */
export const endpointsByTag = ({ tags, paths }: OpenApiDocument) =>
  tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: Object.entries(paths).flatMap(([path, { get }]) => (get.tags.includes(name) ? [{ path, get }] : [])),
  }))

/** Where the endpoints of a tag begin on the page. */
export const tagAnchor = (name: string): string => `endpoints-${name.toLowerCase().replaceAll(' ', '-')}`

const REACHED_BY: Record<Plan, string> = {
  free: 'Any key',
  live: `${PLAN_NAME.live} and up`,
  archive: `${PLAN_NAME.archive} and up`,
  complete: PLAN_NAME.complete,
}

/** Which plans reach an endpoint, in a word or two. */
const planPill = ({ 'x-minimum-plan': plan }: Endpoint): Markup =>
  plan === null
    ? html`<span class="pill open">No key needed</span>`
    : html`<a class="pill" href="#plans">${REACHED_BY[plan]}</a>`

const extensionPill = ({ 'x-extension': extension }: Endpoint): Markup =>
  extension === true ? html`<span class="pill">Extension</span>` : html``

/** The values a parameter takes, where they form a set; numbers say what they are when left out in words. */
const valueLine = (document: OpenApiDocument, schema: Schema): Markup => {
  const values = valuesOf(schemaAt(document, schema))
  if (values.length === 0) return html``
  const { default: fallback } = schema
  return html` <span class="values"
    >${values}${fallback === undefined ? '' : html`; <code>${fallback}</code> when left out`}</span
  >`
}

const parameterRow = (document: OpenApiDocument, { name, required, description, schema }: Parameter): Markup => {
  const named = schemaAt(document, schema)
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="type">${hasLook(named) ? typeWords(schema) : named.type}</span
      >${required === true ? html` <em>required</em>` : ''}
    </dt>
    <dd>${prose(description)}${valueLine(document, schema)}</dd>
  </div>`
}

const parameterList = (document: OpenApiDocument, endpoint: Endpoint): Markup => {
  const parameters = parametersOf(document, endpoint)
  if (parameters.length === 0) return html``
  return html`<h4>Parameters</h4>
    <dl class="fields">${parameters.map((each) => parameterRow(document, each))}</dl>`
}

const answerLine = (endpoint: Endpoint): Markup => {
  const { data, meta } = successOf(endpoint).schema.properties ?? {}
  if (data === undefined || meta === undefined)
    return html`<p>${typeWords(successOf(endpoint).schema)}, not in an envelope.</p>`
  const paged = meta.anyOf !== undefined
  return html`<p>
    <code>data</code> is
    ${paged ? 'an ' : ''}${typeWords(data)}${paged ? html`; <code>meta</code> is ${typeWords(meta)}` : ''}.
  </p>`
}

/** What to put where a path has a parameter, so that the line can be tried. */
const sampled = (document: OpenApiDocument, path: string, endpoint: Endpoint): string =>
  parametersOf(document, endpoint)
    .filter((parameter) => parameter.in === 'path')
    .reduce(
      (filled, { name, schema }) => filled.replace(`{${name}}`, String(schemaAt(document, schema).examples?.[0])),
      path,
    )

/** The request that the example answers. */
const curl = (document: OpenApiDocument, path: string, endpoint: Endpoint): string => {
  const address = `${document.servers[0]?.url ?? ''}${sampled(document, path, endpoint)}`
  if (endpoint['x-minimum-plan'] === null) return `curl ${address}`
  const query = Object.entries(EXAMPLE_QUERIES[endpoint.operationId] ?? {}).map(
    ([name, value]) => `-d ${name}=${value}`,
  )
  const [method, parameters] = query.length === 0 ? ['', ''] : ['-G ', ` \\\n  ${query.join(' ')}`]
  return `curl ${method}-H "Authorization: Bearer $KEY" \\\n  ${address}${parameters}`
}

const endpointArticle = (document: OpenApiDocument, path: string, endpoint: Endpoint): Markup => {
  const { operationId, summary, description } = endpoint
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <div class="text">
      <h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
      <p class="route">
        <span class="method">GET</span> <code>${path}</code> ${planPill(endpoint)} ${extensionPill(endpoint)}
      </p>
      <p>${prose(description)}</p>
      ${parameterList(document, endpoint)}
      <h4>Answer</h4>
      ${answerLine(endpoint)}
    </div>
    <div class="sample">
      ${shellBlock('Request', curl(document, path, endpoint))} ${jsonBlock('Answer', successOf(endpoint).example)}
    </div>
  </article>`
}

/** Every endpoint, under its tag. */
export const endpointSections = (document: OpenApiDocument): Markup[] =>
  endpointsByTag(document).map(
    ({ name, description, endpoints }) =>
      html`<section id="${tagAnchor(name)}" class="endpoints" aria-labelledby="${tagAnchor(name)}-title">
        <h2 id="${tagAnchor(name)}-title">${name}</h2>
        <p class="lead">${description}</p>
        ${endpoints.map(({ path, get }) => endpointArticle(document, path, get))}
      </section>`,
  )
