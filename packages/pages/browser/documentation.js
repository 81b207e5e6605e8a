// Comfort for the pages of the documentation, all of which can be read and used without it.
{
  /** @param {string} selector @param {ParentNode} within @returns {HTMLElement[]} */
  const all = (selector, within = document) =>
    [...within.querySelectorAll(selector)].filter((each) => each instanceof HTMLElement)

  /** @param {string} tag @param {string} className @param {string} text */
  const element = (tag, className, text = '') =>
    Object.assign(document.createElement(tag), { className, textContent: text })

  // Search: the results of what has been typed so far. Enter leads to the page of all results.
  for (const form of document.querySelectorAll('form')) {
    const input = form.querySelector('input')
    if (!form.matches('.search') || input === null) continue
    const page = form.parentElement?.querySelector('#results')
    const found = page ?? element('div', 'found')
    const hide = () => found.toggleAttribute('hidden', page === null)
    if (page === null) {
      hide()
      form.append(element('kbd', '', '/'), found)
    }
    let typing = 0
    let latest = new AbortController()
    const search = async () => {
      latest.abort()
      latest = new AbortController()
      const query = input.value.trim()
      if (query === '') return hide()
      const terms = new URLSearchParams({ q: query })
      try {
        const signal = AbortSignal.any([latest.signal, AbortSignal.timeout(5000)])
        const response = await fetch(`${form.action}?${terms}&part=results`, { signal })
        if (!response.ok) return
        found.innerHTML = await response.text()
        found.removeAttribute('hidden')
        if (page !== null) history.replaceState(null, '', `?${terms}`)
      } catch {
        // The next letter was typed, or the network is away.
      }
    }
    form.addEventListener('input', () => {
      clearTimeout(typing)
      typing = setTimeout(search, 100)
    })
    input.addEventListener('focus', search)
    found.addEventListener('click', hide)
    form.addEventListener('focusout', ({ relatedTarget }) => {
      if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) hide()
    })
    form.parentElement?.addEventListener('keydown', (event) => {
      const steps = [input, ...all('.results a', found)]
      const at = steps.findIndex((each) => each === document.activeElement)
      if (event.key === 'Escape') hide()
      if (at < 0 || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      event.preventDefault()
      steps.at((at + (event.key === 'ArrowDown' ? 1 : -1)) % steps.length)?.focus()
    })
  }
  document.addEventListener('keydown', (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches('input, select, textarea')
    if (event.key !== '/' || typing || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    all('.search input')
      .find((input) => input.checkVisibility())
      ?.focus()
  })

  // The language that is chosen for one request is chosen for all; the one that was clicked stays where it is on the screen.
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.type !== 'radio') return
    const before = target.getBoundingClientRect().top
    for (const radio of document.querySelectorAll('input'))
      if (radio.type === 'radio' && radio.value === target.value) radio.checked = true
    scrollBy(0, target.getBoundingClientRect().top - before)
  })

  /** Writes JSON with its names, strings and other values marked. @param {Element} code @param {string} json */
  const write = (code, json) => {
    code.textContent = ''
    let end = 0
    for (const match of json.matchAll(/("(?:[^"\\]|\\.)*")(:?)|-?\d[\d.e+-]*|true|false|null/gi)) {
      const [value, text, colon] = match
      code.append(
        json.slice(end, match.index),
        element('span', colon ? 'k' : text ? 's' : 'n', text ?? value),
        colon ?? '',
      )
      end = match.index + value.length
    }
    code.append(json.slice(end))
  }

  for (const code of all('pre.json code')) if (code.childElementCount === 0) write(code, code.textContent)

  // A type opens below its field, with what the page of the records says about it. Without a script its link leads there.
  /** @type {Promise<Document> | undefined} */
  let records
  /** @param {ParentNode} within */
  const prepareTypes = (within) => {
    for (const link of all('.type a', within)) link.ariaExpanded = 'false'
  }
  for (const endpoints of document.querySelectorAll('.endpoints')) prepareTypes(endpoints)
  document.addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('.type a[aria-expanded]') : null
    const row = link?.closest('div')
    if (!(link instanceof HTMLAnchorElement) || !row || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const isOpen = link.ariaExpanded === 'true'
    link.ariaExpanded = String(!isOpen)
    if (isOpen) return row.lastElementChild?.remove()
    try {
      records ??= fetch(link.pathname)
        .then((response) => response.text())
        .then((text) => new DOMParser().parseFromString(text, 'text/html'))
      const parts = all(':scope > :is(p, dl, dd)', (await records).querySelector(link.hash) ?? document)
      const opened = element('dd', 'opened')
      opened.innerHTML = parts
        .map((part) => (part.tagName === 'DD' ? part.innerHTML : part.outerHTML))
        .join('')
        .replaceAll(/ id="[^"]*"/g, '')
      prepareTypes(opened)
      row.append(opened)
    } catch {
      location.assign(link.href)
    }
  })

  // Trying a call. The key stays in this variable and in the fields of the page, and is sent to this service only.
  let key = ''

  /** @param {HTMLFormElement} form @returns {[string, RequestInit]} */
  const buildRequest = (form) => {
    let path = form.dataset['path'] ?? ''
    const query = new URLSearchParams()
    for (const [name, value] of new FormData(form)) {
      if (typeof value !== 'string' || value.trim() === '') continue
      if (path.includes(`{${name}}`)) path = path.replace(`{${name}}`, encodeURIComponent(value.trim()))
      else query.set(name, value.trim())
    }
    const base = document.querySelector('main')?.dataset['base'] ?? ''
    const headers = form.querySelector('.key') === null ? {} : { Authorization: `Bearer ${key}` }
    const signal = AbortSignal.timeout(15_000)
    const address = query.size === 0 ? base + path : `${base}${path}?${query}`
    return [address, { headers, signal, cache: 'no-store', credentials: 'omit', redirect: 'error' }]
  }

  /** The most characters of a response that are shown. */
  const LONGEST = 100_000

  for (const details of all('.try')) {
    const form = details.querySelector('form')
    const keyField = form?.querySelector('input.key')
    const figure = [...(details.parentElement?.querySelectorAll('figure') ?? [])].at(-1)
    const code = figure?.querySelector('code')
    const caption = figure?.querySelector('figcaption')
    if (form === null || !code || !caption) continue
    details.hidden = false
    const status = element('span', '', 'Response')
    status.role = 'status'
    caption.firstChild?.replaceWith(status)
    details.addEventListener('toggle', () => {
      if (keyField instanceof HTMLInputElement && keyField.value === '') keyField.value = key
    })
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (keyField instanceof HTMLInputElement) key = keyField.value.trim()
      const button = form.querySelector('button')
      button?.toggleAttribute('disabled', true)
      const started = performance.now()
      try {
        const response = await fetch(...buildRequest(form))
        const text = await response.text()
        const left = /r=(\d+)/.exec(response.headers.get('ratelimit') ?? '')?.[1]
        const facts = [
          `${Math.round(performance.now() - started)} ms`,
          ...(left ? [`${left} calls left this minute`] : []),
        ]
        status.replaceChildren(
          element('span', response.ok ? 'good' : 'bad', String(response.status)),
          ` · ${facts.join(' · ')}`,
        )
        const json = text === '' ? '' : JSON.stringify(JSON.parse(text), null, 2)
        const more = json.length - LONGEST
        write(code, more > 0 ? `${json.slice(0, LONGEST)}\n… and ${more} more characters` : json)
      } catch (error) {
        status.replaceChildren(element('span', 'bad', 'No response'))
        code.textContent = error instanceof Error ? error.message : String(error)
      }
      button?.toggleAttribute('disabled', false)
    })
  }
}
