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

/** @param {number | null} period */
const periodName = (period) => (period === null ? '' : period > 4 ? `Overtime ${period - 4}` : `Period ${period}`)

/** @param {Entry} game */
const stateOf = ({ state, period, clock, tip_off }) => {
  if (state === 'live') return `${periodName(period)}${clock === null ? '' : `, ${clock}`}`
  if (state === 'final') return 'Final'
  if (state === 'no_result') return 'No result'
  return tip_off === null ? 'Later' : new Date(tip_off).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}

/** @param {Entry} game */
const showGame = (game) => {
  games.set(game.id, game)
  const link = document.createElement('a')
  link.href = `#${game.id}`
  link.className = game.state
  if (game.id === selected()) link.setAttribute('aria-current', 'true')
  link.append(
    make('span', stateOf(game), 'state'),
    make('span', game.home),
    make('span', String(game.home_score ?? ''), 'score'),
    make('span', game.away),
    make('span', String(game.away_score ?? ''), 'score'),
  )
  const item =
    document.getElementById(game.id) ?? element('games').appendChild(Object.assign(make('li', ''), { id: game.id }))
  const focused = item.contains(document.activeElement)
  item.replaceChildren(link)
  if (focused) link.focus()
  if (game.id === selected()) element('title').textContent = `${game.home} – ${game.away}`
}

/** @param {Event} play */
const showPlay = (play) => {
  const item = make('li', '')
  const who = play.player?.name ?? (play.side === null ? undefined : games.get(selected() ?? '')?.[play.side])
  item.append(
    make('time', `${play.period > 4 ? 'OT' : play.period} ${play.clock ?? ''}`),
    make('span', who === undefined ? play.description : `${who}: ${play.description}`),
    make('span', play.home_score === null ? '' : `${play.home_score}–${play.away_score}`, 'points'),
  )
  const before = plays.get(play.seq)
  if (before === undefined) element('plays').prepend(item)
  else before.replaceWith(item)
  plays.set(play.seq, item)
}

/** @type {EventSource | undefined} */
let source

/** Shows all games, and the plays of the selected one. */
const connect = () => {
  source?.close()
  const game = selected()
  source = new EventSource(game === null ? '/events' : `/events?game=${encodeURIComponent(game)}`)
  source.addEventListener('open', () => (element('connection').textContent = 'Live'))
  source.addEventListener('error', () => (element('connection').textContent = 'Connecting …'))
  source.addEventListener('message', ({ data }) => {
    const update = JSON.parse(data)
    switch (update.type) {
      case 'all':
        plays.clear()
        element('plays').replaceChildren()
        element('game').hidden = game === null
        update.games.forEach(showGame)
        update.plays.toReversed().forEach(showPlay)
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
    }
  })
}

addEventListener('hashchange', connect)
connect()
