import { operations } from '@basketball-data/core'
import { PLANS, type Plan } from '@basketball-data/core/contract'
import { html } from 'hono/html'
import {
  EXAMPLE_REQUESTS,
  type ExampleEvent,
  listEndpoints,
  type Endpoint,
  type OpenApiDocument,
  type OperationObject,
  type Parameter,
  type RequestBody,
  type Schema,
} from '@basketball-data/http/openapi'
import { jsonBlock, requestBlock, textBlock } from '../page/code.ts'
import { prose, type Markup } from '../page/html.ts'
import { PLAN_NAMES } from '../page/plan-limits.ts'
import { fieldRow, listFields } from './records.ts'
import {
  definition,
  enumValues,
  hasOwnFormat,
  listParameters,
  resolveSchema,
  schemaAndExample,
  getStream,
  getSuccess,
  typeText,
} from './schema.ts'
import type { Localize } from './sample-ids.ts'
import typescript from './typescript.generated.json' with { type: 'json' }

export const endpointsByTag = (document: OpenApiDocument) =>
  document.tags.map(({ name, description }) => ({
    name,
    description,
    endpoints: listEndpoints(document).filter(({ operation }) => operation.tags.includes(name)),
  }))

/** The anchor of a tag's endpoints on the page. */
export const tagAnchor = (name: string): string => `endpoints-${name.toLowerCase().replaceAll(' ', '-')}`

const planLabel = (plan: Plan): string => {
  if (plan === PLANS[0]) return 'Any key'
  return plan === PLANS.at(-1) ? PLAN_NAMES[plan] : `${PLAN_NAMES[plan]} and up`
}

const planPill = ({ 'x-minimum-plan': plan = null }: OperationObject): Markup =>
  plan === null
    ? html`<span class="pill open">No key needed</span>`
    : html`<a class="pill" href="#plans">${planLabel(plan)}</a>`

/** The values of an enum and its default; the default of a number is part of its description. */
const enumLine = (document: OpenApiDocument, schema: Schema): Markup => {
  const values = enumValues(resolveSchema(document, schema))
  if (values.length === 0) return html``
  const { default: defaultValue } = schema
  return html` <span class="values"
    >${values}${defaultValue === undefined ? '' : html`; default <code>${defaultValue}</code>`}</span
  >`
}

/** One parameter, or one field of a body. */
export const parameterRow = (
  document: OpenApiDocument,
  { name, required, description, schema }: Pick<Parameter, 'name' | 'required' | 'description' | 'schema'>,
): Markup => {
  const resolved = resolveSchema(document, schema)
  const type = hasOwnFormat(resolved) || resolved.items !== undefined ? typeText(schema) : String(resolved.type)
  const text = html`${prose(description)}${enumLine(document, schema)}`
  return definition(name, type, required === true ? 'required' : '', text)
}

const parameterList = (document: OpenApiDocument, operation: OperationObject): Markup => {
  const rows = listParameters(document, operation).map((each) => parameterRow(document, each))
  return rows.length === 0
    ? html``
    : html`<h4>Parameters</h4>
        <dl class="fields">${rows}</dl>`
}

const bodyFields = (document: OpenApiDocument, body: RequestBody | undefined): Markup => {
  if (body === undefined) return html``
  const { properties = {}, required = [] } = resolveSchema(document, schemaAndExample(body.content).schema)
  const rows = Object.entries(properties).map(([name, schema]) =>
    parameterRow(document, { name, required: required.includes(name), description: schema.description ?? '', schema }),
  )
  return html`<h4>JSON body</h4>
    <dl class="fields">${rows}</dl>`
}

/** What a response is, with the fields of its record or of each item of its list. */
const responseText = (document: OpenApiDocument, operation: OperationObject): Markup => {
  const stream = getStream(operation)
  if (stream !== undefined)
    return html`<p>
      Server-sent events (<code>text/event-stream</code>). Each event is ${typeText(stream.schema)}:
      <code>id</code> and <code>event</code> are fields of their own, <code>data</code> is JSON in one line.
    </p>`
  const { schema } = getSuccess(operation)
  const { data, meta } = resolveSchema(document, schema).properties ?? {}
  if (data === undefined || meta === undefined) return html`<p>${typeText(schema)}, without an envelope.</p>`
  const paged = data.items !== undefined
  const record = resolveSchema(document, data.items ?? data)
  return html`<p>
      <code>data</code> is
      ${paged ? 'an ' : ''}${typeText(data)}${paged ? html`; <code>meta</code> is ${typeText(meta)}` : ''}.
    </p>
    <dl class="fields">${listFields(record).map((each) => fieldRow(document, each))}</dl>`
}

const REQUESTS_BY_ID = new Map(operations.map(({ name, operationId }) => [operationId, EXAMPLE_REQUESTS[name]]))

const curl = (document: OpenApiDocument, { path, method, operation }: Endpoint): string => {
  const example = REQUESTS_BY_ID.get(operation.operationId)
  const url = `${document.servers[0]?.url ?? ''}${example?.path ?? path}`
  if (operation['x-minimum-plan'] === null) return `curl ${url}`
  const query = Object.entries(example?.query ?? {}).map(([name, value]) => `-d ${name}=${value}`)
  const data = query.length === 0 ? [] : [query.join(' ')]
  if (operation.requestBody !== undefined) {
    const body = JSON.stringify(schemaAndExample(operation.requestBody.content).example)
    data.push("-H 'Content-Type: application/json'", `-d '${body}'`)
  }
  const flags = method !== 'get' ? `-X ${method.toUpperCase()} ` : data.length > 0 ? '-G ' : ''
  const option = getStream(operation) === undefined ? flags : `-N ${flags}`
  return [`curl ${option}-H "Authorization: Bearer $KEY"`, url, ...data].join(' \\\n  ')
}

const TYPESCRIPT = new Map(Object.entries(typescript.endpoints))

/** A parameter of the example request of an endpoint. */
type GetExample = (parameter: Parameter) => string

const control = (document: OpenApiDocument, { name, in: where, required, schema }: Parameter): Markup => {
  const { enum: values, items } = resolveSchema(document, schema)
  const attributes = html`name="${name}" data-in="${where}" ${where === 'path' || required === true ? 'required' : ''}`
  if (values !== undefined && items === undefined)
    return html`<select ${attributes}>
      <option value=""></option>
      ${values.map((value) => html`<option>${value}</option>`)}
    </select>`
  return html`<input ${attributes} autocomplete="off" spellcheck="false" />`
}

/** The example stands above its field, because in it one would take it for a value that is sent. */
const field = (document: OpenApiDocument, parameter: Parameter, example: string): Markup =>
  html`<label
    >${parameter.name}${example === '' ? '' : html` <small>for example ${example}</small>`}
    ${control(document, parameter)}</label
  >`

/**
 * A form that sends a GET with a key of the reader's own. It is hidden until the script shows it, because only a script can
 * send a header. The field of the key has no name, so that no browser can put it into an address.
 */
const tryForm = (document: OpenApiDocument, { path, operation }: Endpoint, getExample: GetExample): Markup => {
  const parameters = listParameters(document, operation).filter((each) => each.in !== 'header')
  const key = html`<label class="own-key">
    Your key <small>begins with bd_</small>
    <input class="key" pattern="[!-~]+" autocomplete="off" spellcheck="false" required />
  </label>`
  return html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-path="${path}">
      ${operation['x-minimum-plan'] === null ? '' : key}
      ${parameters.map((each) => field(document, each, getExample(each)))}
      <button type="submit">Send</button>
    </form>
  </details>`
}

/** The request of the example in both languages, and a form to send one's own; a stream, which never ends, has none. */
const request = (document: OpenApiDocument, endpoint: Endpoint, localize: Localize): Markup => {
  const { method, operation } = endpoint
  const id = operation.operationId
  const code = { curl: localize(curl(document, endpoint)), typescript: localize(TYPESCRIPT.get(id) ?? '') }
  const { path = '', query = {} } = REQUESTS_BY_ID.get(id) ?? {}
  const getExample = ({ name, in: where }: Parameter) =>
    localize((where === 'path' ? path.split('/')[2] : query[name]) ?? '')
  const isTryable = method === 'get' && getStream(operation) === undefined
  return html`${requestBlock(id, code, '#client')} ${isTryable ? tryForm(document, endpoint, getExample) : ''}`
}

const eventText = ({ id, event, data }: ExampleEvent): string =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n`

/** An example of the response; pictures have none. */
const responseBlock = (operation: OperationObject): Markup | string => {
  const stream = getStream(operation)
  if (stream !== undefined) return textBlock('Events', stream.events.map(eventText).join('\n'))
  const { example } = getSuccess(operation)
  return example === undefined ? '' : jsonBlock('Response', example)
}

const endpointArticle = (document: OpenApiDocument, endpoint: Endpoint, localize: Localize): Markup => {
  const { path, method, operation } = endpoint
  const { operationId: id, summary, description } = operation
  return html`<article id="${id}" aria-labelledby="${id}-title">
    <div class="text">
      <h3 id="${id}-title"><a href="#${id}">${summary}</a></h3>
      <p class="route">
        <span class="method">${method.toUpperCase()}</span> <code>${path}</code> ${planPill(operation)}
        ${operation['x-extension'] === true ? html`<span class="pill">Extension</span>` : ''}
      </p>
      <p>${prose(description)}</p>
      ${parameterList(document, operation)} ${bodyFields(document, operation.requestBody)}
      <h4>Response</h4>
      ${responseText(document, operation)}
    </div>
    <div class="sample">${request(document, endpoint, localize)} ${responseBlock(operation)}</div>
  </article>`
}

export const endpointSections = (document: OpenApiDocument, localize: Localize): Markup[] =>
  endpointsByTag(document).map(
    ({ name, description, endpoints }) =>
      html`<section id="${tagAnchor(name)}" class="endpoints" aria-labelledby="${tagAnchor(name)}-title">
        <h2 id="${tagAnchor(name)}-title">${name}</h2>
        <p class="lead">${description}</p>
        ${endpoints.map((endpoint) => endpointArticle(document, endpoint, localize))}
      </section>`,
  )
