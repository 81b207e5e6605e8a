import { html } from 'hono/html'
import type { Endpoint, OpenApiDocument, Parameter } from '@basketball-data/http/openapi'
import type { Markup } from '../page/html.ts'
import { parametersOf, resolveSchema } from './schema.ts'

/** A parameter of the example request of an endpoint. */
type ExampleOf = (parameter: Parameter) => string | undefined

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
const hint = (text: string | undefined): Markup => (text === undefined ? html`` : html` <small>${text}</small>`)

const field = (document: OpenApiDocument, parameter: Parameter, example: string | undefined): Markup =>
  html`<label>${parameter.name}${hint(example && `for example ${example}`)} ${control(document, parameter)}</label>`

/**
 * A form that sends a GET with a key of the reader's own. It is hidden until the script shows it, because only a script can
 * send a header. The field of the key has no name, so that no browser can put it into an address.
 */
export const tryForm = (document: OpenApiDocument, { path, operation }: Endpoint, exampleOf: ExampleOf): Markup => {
  const parameters = parametersOf(document, operation).filter((each) => each.in !== 'header')
  const key = html`<label class="own-key">
    Your key${hint('begins with bd_')}
    <input class="key" pattern="[!-~]+" autocomplete="off" spellcheck="false" required />
  </label>`
  return html`<details class="try" hidden>
    <summary>Try it</summary>
    <form data-path="${path}">
      ${operation['x-minimum-plan'] === null ? '' : key}
      ${parameters.map((each) => field(document, each, exampleOf(each)))}
      <button type="submit">Send</button>
    </form>
  </details>`
}
