import { html, raw } from 'hono/html'
import { join, type Markup } from '../page/html.ts'
import { ACTION_FIELD, TOKEN_FIELD } from './forms.ts'
import type { FieldProblem } from './page.ts'

/** Text, or HTML whose values have been escaped. */
type Content = Markup | string

/** A form that POSTs to the page it is on; `action` is one of the `actions` of the page. */
export const form = (
  { formToken }: { formToken: string },
  action: string,
  content: Content,
  { files = false }: { files?: boolean } = {},
): Markup =>
  html`<form method="post" ${files ? raw('enctype="multipart/form-data"') : ''}>
    ${hidden(TOKEN_FIELD, formToken)}${hidden(ACTION_FIELD, action)}${content}
  </form>`

export const hidden = (name: string, value: string): Markup =>
  html`<input type="hidden" name="${name}" value="${value}" />`

type FieldOptions = {
  label: string
  name: string
  type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local' | 'file'
  value?: string
  /** A sentence below the field. */
  hint?: string
  maxLength?: number
  required?: boolean
  /** Whether any number of files can be chosen. */
  multiple?: boolean
  /** The `problem` of the request: shown below the field if it is about this one, which then has the focus. */
  problem?: FieldProblem | null
  /** What the browser may fill in, such as `email`. */
  autocomplete?: string
  placeholder?: string
}

export const field = ({
  type = 'text',
  autocomplete = 'off',
  value = '',
  problem,
  ...options
}: FieldOptions): Markup => {
  const { label, name, hint, maxLength, required = false, multiple = false, placeholder } = options
  const wrong = problem?.field === name ? problem.text : null
  const describedBy = [wrong === null ? '' : `${name}-problem`, hint === undefined ? '' : `${name}-hint`]
    .join(' ')
    .trim()
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${required ? raw('required') : ''}
      ${multiple ? raw('multiple') : ''}
      ${maxLength === undefined ? '' : html`maxlength="${maxLength}"`}
      ${placeholder === undefined ? '' : html`placeholder="${placeholder}"`}
      ${describedBy === '' ? '' : html`aria-describedby="${describedBy}"`}
      ${wrong === null ? '' : raw('aria-invalid="true" autofocus')}
    />
    ${wrong === null ? '' : html`<p class="wrong" id="${name}-problem">${wrong}</p>`}
    ${hint === undefined ? '' : html`<p class="hint" id="${name}-hint">${hint}</p>`}
  </div>`
}

/** The field `email` of a form, with what was sent. */
export const emailField = (sent: URLSearchParams, options: Partial<FieldOptions> = {}): Markup =>
  field({
    label: 'E-mail address',
    name: 'email',
    type: 'email',
    value: sent.get('email') ?? '',
    required: true,
    maxLength: 254,
    ...options,
  })

type SelectOptions = { label: string; name: string; value: string; options: readonly (readonly [string, string])[] }

/** A choice with its label; an option is a value and the text that stands for it. */
export const select = ({ label, name, value, options }: SelectOptions): Markup =>
  html`<div class="field">
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        ([each, text]) => html`<option value="${each}" ${each === value ? raw('selected') : ''}>${text}</option>`,
      )}
    </select>
  </div>`

/** Choices of which any number can be made; an option is a value and the text that stands for it. */
export const checkboxes = (
  legend: string,
  name: string,
  options: readonly (readonly [string, string])[],
  checked: readonly string[],
): Markup =>
  html`<fieldset class="choices">
    <legend>${legend}</legend>
    ${options.map(
      ([value, text]) =>
        html`<label
          ><input type="checkbox" name="${name}" value="${value}" ${checked.includes(value) ? raw('checked') : ''} />
          ${text}</label
        >`,
    )}
  </fieldset>`

/** `danger` is for what cannot be undone, `quiet` for what stands in a row of a table. */
type ButtonKind = 'primary' | 'plain' | 'danger' | 'quiet'

export const button = (label: Content, kind: ButtonKind = 'primary'): Markup =>
  html`<button type="submit" class="button ${kind}">${label}</button>`

export const buttonLink = (to: string, label: Content, kind: ButtonKind = 'plain'): Markup =>
  html`<a class="button ${kind}" href="${to}">${label}</a>`

type Confirmation = {
  /** Distinguishes the dialogs of a page: letters, digits, `_` and `-`. */
  id: string
  /** On the button that opens the dialog. */
  label: Content
  title: string
  text: Content
  form: Markup
  kind?: ButtonKind
}

/** A button that asks before it does something. The dialog is opened by the browser, without a script. */
export const confirmation = ({ id, label, title, text, form, kind = 'quiet' }: Confirmation): Markup =>
  html`<button type="button" class="button ${kind}" popovertarget="dialog-${id}">${label}</button>
    <div class="dialog" id="dialog-${id}" popover role="dialog" aria-labelledby="dialog-${id}-title">
      <h2 id="dialog-${id}-title">${title}</h2>
      <p>${text}</p>
      <div class="buttons">
        <button type="button" class="button plain" popovertarget="dialog-${id}" popovertargetaction="hide">
          Cancel</button
        >${form}
      </div>
    </div>`

/** A message above the content. A `problem` is read out at once by screen readers. */
export const message = (kind: 'done' | 'problem' | 'hint', content: Content): Markup =>
  html`<div class="message ${kind}" role="${kind === 'problem' ? 'alert' : 'status'}">${content}</div>`

export const emptyState = (title: string, text: Content, action: Content = ''): Markup =>
  html`<div class="empty">
    <p class="title">${title}</p>
    <p>${text}</p>
    ${action}
  </div>`

/** The pages above this one, as addresses and their names. */
export const crumbs = (above: readonly (readonly [string, string])[]): Markup =>
  html`<nav class="crumbs" aria-label="Pages above">
    ${join(
      above.map(([to, name]) => html`<a href="${to}">${name}</a>`),
      html` <span aria-hidden="true">/</span> `,
    )}
  </nav>`

export const facts = (rows: readonly (readonly [string, Content])[]): Markup =>
  html`<dl class="facts">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`

export const filterLinks = (label: string, links: readonly { to: string; text: string; current: boolean }[]): Markup =>
  html`<nav class="filters" aria-label="${label}">
    ${links.map(
      ({ to, text, current }) => html`<a href="${to}" ${current ? raw('aria-current="true"') : ''}>${text}</a>`,
    )}
  </nav>`

/** A url that is broken into lines behind its separators rather than within its words. */
export const breakableUrl = (url: string): Markup =>
  html`${join(
    url.split(/(?<=[/?&=])(?![/?&=])/).map((part) => html`${part}`),
    raw('<wbr />'),
  )}`

/** The heading of a page, a sentence about it, and buttons beside it. */
export const heading = (title: Content, text: Content = '', buttons: Content = ''): Markup =>
  html`<div class="heading">
    <div>
      <h1>${title}</h1>
      ${text === '' ? '' : html`<p class="lead">${text}</p>`}
    </div>
    ${buttons === '' ? '' : html`<div class="buttons">${buttons}</div>`}
  </div>`

/** A part of a page with its heading; `aside` stands beside the heading. */
export const card = (title: string, content: Content, aside: Content = ''): Markup =>
  html`<section class="card">
    <div class="card-title">
      <h2>${title}</h2>
      ${aside}
    </div>
    ${content}
  </section>`

/** A column by its title, or with what else is to be said of it. */
type Column = string | ColumnOptions

type ColumnOptions = {
  title: string
  /** Aligned right, in digits of one width. */
  number?: boolean
  /** Never broken into lines. */
  short?: boolean
  /** Read out, not shown: for columns of buttons. */
  hiddenTitle?: boolean
}

/** A table; on a phone each row becomes a list of its cells. The first cell names the row. */
export const table = (label: string, titles: readonly Column[], rows: readonly (readonly Content[])[]): Markup => {
  const columns = titles.map((each): ColumnOptions => (typeof each === 'string' ? { title: each } : each))
  const cellClass = ({ number = false, short = number, hiddenTitle = false }: ColumnOptions): string =>
    [number ? 'number' : '', short ? 'short' : '', hiddenTitle ? 'buttons' : ''].filter(Boolean).join(' ')
  const cell = (content: Content, index: number): Markup => {
    const column = columns[index] ?? { title: '' }
    const named = column.hiddenTitle === true ? '' : column.title
    return index === 0
      ? html`<th scope="row" role="rowheader"><div>${content}</div></th>`
      : html`<td role="cell" class="${cellClass(column)}" data-title="${named}"><div>${content}</div></td>`
  }
  // Browsers forget what a table is once its rows are no table rows in the style, as on a phone: hence the roles.
  return html`<table role="table" class="list" aria-label="${label}">
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map(
          (column) =>
            html`<th scope="col" role="columnheader" class="${cellClass(column)}">
              ${column.hiddenTitle === true ? html`<span class="read-out">${column.title}</span>` : column.title}
            </th>`,
        )}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html`<tr role="row">
            ${cells.map(cell)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** Links to the pages before and after; null where there is none. The labels are for lists that are not by time. */
export const pagination = (
  { newer, older }: { newer: string | null; older: string | null },
  labels: { newer?: string; older?: string } = {},
): Markup | string =>
  newer === null && older === null
    ? ''
    : html`<nav class="pagination" aria-label="Pages">
        ${newer === null ? html`<span></span>` : html`<a rel="prev" href="${newer}">${labels.newer ?? '← Newer'}</a>`}
        ${older === null ? html`<span></span>` : html`<a rel="next" href="${older}">${labels.older ?? 'Older →'}</a>`}
      </nav>`

/** A state in one word: `good`, `bad`, `waiting`, or without a colour. */
export const badge = (text: string, kind: 'good' | 'bad' | 'waiting' | 'neutral' = 'neutral'): Markup =>
  html`<span class="badge ${kind}">${text}</span>`

export const figure = (label: string, value: Content, note: Content = ''): Markup =>
  html`<div class="figure">
    <p class="label">${label}</p>
    <p class="value">${value}</p>
    <p class="note">${note}</p>
  </div>`

export const figures = (content: readonly Markup[]): Markup => html`<div class="figures">${[...content]}</div>`

export const quotaBar = (label: string, used: number, quota: number): Markup =>
  html`<progress aria-label="${label}" value="${Math.min(used, quota)}" max="${Math.max(1, quota)}"></progress>`

/** A value that is shown once, ready to be selected with a click. */
export const shownOnce = (label: string, value: string): Markup =>
  html`<div class="once">
    <p class="label" id="once">${label}</p>
    <code tabindex="0" role="textbox" aria-readonly="true" aria-labelledby="once">${value}</code>
  </div>`

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

export const count = (value: number): string => value.toLocaleString('en')

const DATE = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
const DATE_TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })

/** A day, in UTC. */
export const day = (date: Date): Markup => html`<time datetime="${date.toISOString()}">${DATE.format(date)}</time>`

/** A moment to the second, in UTC. */
export const moment = (date: Date): Markup =>
  html`<time datetime="${date.toISOString()}">${DATE_TIME.format(date)} UTC</time>`

const UNITS = [
  ['minute', 60],
  ['hour', 3600],
  ['day', 86_400],
] as const
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'always' })

/** @param seconds that have passed; negative for a moment to come */
const relative = (seconds: number): string => {
  const [unit, length] = UNITS.findLast(([, length]) => Math.abs(seconds) >= length) ?? ['second', 1]
  return RELATIVE.format(-Math.trunc(seconds / length), unit)
}

/** How far away a moment is, such as "in 5 hours". */
export const until = (date: Date, now = new Date()): Markup => {
  const seconds = Math.max(1, (date.getTime() - now.getTime()) / 1000)
  return html`<time datetime="${date.toISOString()}" title="${DATE_TIME.format(date)} UTC">${relative(-seconds)}</time>`
}

/** How long ago a moment was, up to 30 days, else its day; the moment itself is its tooltip. */
export const ago = (date: Date, now = new Date()): Markup => {
  const seconds = Math.max(0, (now.getTime() - date.getTime()) / 1000)
  const text = seconds < 5 ? 'just now' : seconds < 30 * 86_400 ? relative(seconds) : DATE.format(date)
  return html`<time datetime="${date.toISOString()}" title="${DATE_TIME.format(date)} UTC">${text}</time>`
}

/** How long ago something was last done. */
export const last = (at: Date | null): Markup => (at === null ? html`<span class="none">never</span>` : ago(at))
