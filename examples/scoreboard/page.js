// @ts-check
/** @import { Entry } from './board.ts' */
/** @import { Event } from '@basketball-data/client' */

/** @param {string} id */
const element = (id) => {
  const found = document.getElementById(id)
  if (found === null) throw new RangeError(`there is no element ${id}`)
  return found
}

/** @type {Map<string, Entry>} */
const games = new Map()
/** @type {Map<number, HTMLElement>} */
const plays = new Map()
/** The game whose plays are shown: the part of the address behind "#". */
const selected = () => location.hash.slice(1) || null

/**
 * @param {string} tag
 * @param {string} text
 * @param {string} className
 */
const make = (tag, text, className = '') => Object.assign(document.createElement(tag), { textContent: text, className })

/**
 * Q4 of four quarters, H2 of two halves, P3 of another number of periods, then OT, 2OT, …
 *
 * @param {number} period
 * @param {number} regular
 */
const periodName = (period, regular) => {
  const overtime = period - regular
  if (overtime > 0) return overtime === 1 ? 'OT' : `${overtime}OT`
  return `${regular === 4 ? 'Q' : regular === 2 ? 'H' : 'P'}${period}`
}

/** @param {Entry} game */
const getState = ({ state, status, period, regularPeriods, clock, tip_off }) => {
  if (state === 'running') return period === null ? 'Live' : `${periodName(period, regularPeriods)} ${clock ?? ''}`
  if (state === 'break') return period === null ? 'Break' : `End of ${periodName(period, regularPeriods)}`
  if (status === 'no_result') return 'No result'
  if (state === 'ended')
    return period !== null && period > regularPeriods ? `Final, ${periodName(period, regularPeriods)}` : 'Final'
  return tip_off === null ? 'Later' : new Date(tip_off).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}

/** Live games first, then those that are over, then those to come. */
const ORDER = ['running', 'break', 'ended', 'upcoming']

/**
 * @param {Entry} a
 * @param {Entry} b
 */
const compare = (a, b) =>
  ORDER.indexOf(a.state) - ORDER.indexOf(b.state) ||
  (a.tip_off ?? '').localeCompare(b.tip_off ?? '') ||
  a.id.localeCompare(b.id)

/**
 * @param {Entry} game
 * @param {number | null} own
 * @param {number | null} other
 */
const formatResult = ({ state }, own, other) => {
  if (state !== 'ended' || own === null || other === null || own === other) return ''
  return own > other ? 'won' : 'lost-game'
}

/** Puts the cards in order, those that are in their places untouched. */
const sortGames = () => {
  const list = element('games')
  for (const [index, { id }] of [...games.values()].toSorted(compare).entries()) {
    const item = element(`card-${id}`)
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null)
  }
}

/** @param {Entry} game */
const showGame = (game) => {
  const before = games.get(game.id)
  games.set(game.id, game)
  const link = document.createElement('a')
  link.href = `#${game.id}`
  link.className = game.state
  if (game.id === selected()) link.setAttribute('aria-current', 'true')
  const home = formatResult(game, game.home_score, game.away_score)
  const away = formatResult(game, game.away_score, game.home_score)
  link.append(
    make('span', game.competition, 'competition'),
    make('span', getState(game), 'state'),
    make('span', game.home, home),
    make('span', String(game.home_score ?? ''), `score ${home}`),
    make('span', game.away, away),
    make('span', String(game.away_score ?? ''), `score ${away}`),
  )
  const item =
    document.getElementById(`card-${game.id}`) ??
    element('games').appendChild(Object.assign(make('li', ''), { id: `card-${game.id}` }))
  const focused = item.contains(document.activeElement)
  item.replaceChildren(link)
  if (before?.state !== game.state) sortGames()
  if (focused) link.focus()
  element('none').hidden = true
  if (game.id === selected()) showTitle(game)
}

/** @param {Entry} game */
const showTitle = (game) => {
  const score = game.home_score === null ? '–' : `${game.home_score}–${game.away_score}`
  element('title').textContent = `${game.home} ${score} ${game.away}`
}

/** @param {Event} play */
const showPlay = (play) => {
  const game = games.get(selected() ?? '')
  const team = play.side === null ? undefined : game?.[play.side]
  const what = make('span', play.player === null ? play.description : `${play.player.name}: ${play.description}`)
  if (team !== undefined) what.prepend(make('span', team, 'team'))
  const item = make('li', '')
  item.append(
    make('time', `${periodName(play.period, game?.regularPeriods ?? 4)} ${play.clock ?? ''}`),
    what,
    make('span', play.home_score === null ? '' : `${play.home_score}–${play.away_score}`, 'points'),
  )
  const before = plays.get(play.seq)
  if (before === undefined) element('plays').prepend(item)
  else before.replaceWith(item)
  plays.set(play.seq, item)
  element('no-plays').hidden = true
}

/** @param {boolean} connected */
const showConnection = (connected) => {
  element('connection').textContent = connected ? 'Live' : 'The service cannot be reached; trying again …'
  element('connection').className = connected ? '' : 'lost'
}

/** @type {EventSource | undefined} */
let source

/** Shows all games, and the plays of the selected one. */
const connect = () => {
  source?.close()
  const game = selected()
  source = new EventSource(game === null ? '/events' : `/events?game=${encodeURIComponent(game)}`)
  source.addEventListener('error', () => showConnection(false))
  source.addEventListener('message', ({ data }) => {
    const update = JSON.parse(data)
    switch (update.type) {
      case 'all':
        showConnection(update.connected)
        plays.clear()
        element('plays').replaceChildren()
        element('game').hidden = game === null
        element('none').hidden = update.games.length > 0
        update.games.forEach(showGame)
        element('no-plays').hidden = false
        break
      case 'game':
        showGame(update.game)
        break
      case 'play':
        showPlay(update.play)
        break
      case 'removed':
        plays.get(update.seq)?.remove()
        plays.delete(update.seq)
        break
      case 'connection':
        showConnection(update.connected)
    }
  })
}

addEventListener('hashchange', () => {
  scrollTo(0, 0)
  connect()
})
connect()
