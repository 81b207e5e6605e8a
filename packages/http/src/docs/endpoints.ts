import type { Plan } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import type { Endpoint, OpenApiDocument, Parameter, RequestBody, Schema } from '../openapi/document-types.ts'
import { endpointsOf, type PlacedEndpoint } from '../openapi/endpoints.ts'
import { EXAMPLE_QUERIES } from '../openapi/examples/queries.ts'
import { jsonBlock, shellBlock } from './code.ts'
import { parametersOf, schemaAt, shownOf, successOf } from './lookup.ts'
import { prose, type Markup } from './markup.ts'
import { PLAN_NAME } from './plans.ts'
import { hasLook, typeWords, valuesOf } from './words.ts'

/** The endpoints under each tag, in the order of the document. */
export const endpointsByTag = (document: OpenApiDocument) =>
  document.tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: endpointsOf(document).filter(({ endpoint }) => endpoint.tags.includes(name)),
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

/** One parameter, or one field of a body. */
export const parameterRow = (
  document: OpenApiDocument,
  { name, required, description, schema }: Pick<Parameter, 'name' | 'required' | 'description' | 'schema'>,
): Markup => {
  const named = schemaAt(document, schema)
  return html`<div>
    <dt>
      <code>${name}</code>
      <span class="type">${hasLook(named) || named.items !== undefined ? typeWords(schema) : named.type}</span
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

const bodyFields = (document: OpenApiDocument, body: RequestBody | undefined): Markup => {
  if (body === undefined) return html``
  const { properties = {}, required = [] } = schemaAt(document, shownOf(body.content).schema)
  const rows = Object.entries(properties).map(([name, schema]) =>
    parameterRow(document, { name, required: required.includes(name), description: schema.description ?? '', schema }),
  )
  return html`<h4>Fields of the JSON body</h4>
    <dl class="fields">${rows}</dl>`
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

/** What the request sends beside its address, a line each. */
const sentLines = ({ operationId, requestBody }: Endpoint): string[] => {
  if (requestBody !== undefined) {
    const body = JSON.stringify(shownOf(requestBody.content).example)
    return ["-H 'Content-Type: application/json'", `-d '${body}'`]
  }
  const query = Object.entries(EXAMPLE_QUERIES[operationId] ?? {}).map(([name, value]) => `-d ${name}=${value}`)
  return query.length === 0 ? [] : [query.join(' ')]
}

/** The request that the example answers. */
const curl = (document: OpenApiDocument, { path, method, endpoint }: PlacedEndpoint): string => {
  const address = `${document.servers[0]?.url ?? ''}${sampled(document, path, endpoint)}`
  if (endpoint['x-minimum-plan'] === null) return `curl ${address}`
  const sent = sentLines(endpoint)
  const option = method !== 'get' ? `-X ${method.toUpperCase()} ` : sent.length > 0 ? '-G ' : ''
  return [`curl ${option}-H "Authorization: Bearer $KEY"`, address, ...sent].join(' \\\n  ')
}

const endpointArticle = (document: OpenApiDocument, placed: PlacedEndpoint): Markup => {
  const { path, method, endpoint } = placed
  const { operationId, summary, description } = endpoint
  return html`<article id="${operationId}" aria-labelledby="${operationId}-title">
    <div class="text">
      <h3 id="${operationId}-title"><a href="#${operationId}">${summary}</a></h3>
      <p class="route">
        <span class="method">${method.toUpperCase()}</span> <code>${path}</code> ${planPill(endpoint)}
        ${extensionPill(endpoint)}
      </p>
      <p>${prose(description)}</p>
      ${parameterList(document, endpoint)} ${bodyFields(document, endpoint.requestBody)}
      <h4>Answer</h4>
      ${answerLine(endpoint)}
    </div>
    <div class="sample">
      ${shellBlock('Request', curl(document, placed))} ${jsonBlock('Answer', successOf(endpoint).example)}
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
        ${endpoints.map((placed) => endpointArticle(document, placed))}
      </section>`,
  )
