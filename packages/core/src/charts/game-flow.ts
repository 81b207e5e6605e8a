import { periodName } from '../contract/index.ts'
import { coordinate, escaped, picture, textLine, type Colours } from './svg.ts'

/** The score after an event. */
export type FlowScore = {
  /** Seconds of play before it. */
  second: number
  home: number
  away: number
}

/** How likely the home team was to win after an event. */
export type FlowChance = {
  /** Seconds of play before it. */
  second: number
  probability: number
}

/** What is drawn of a game. */
export type Flow = {
  title: string
  home: string
  away: string
  /** Lengths of the periods in seconds, in their order; overtimes follow the regular ones. */
  periods: readonly number[]
  /** Number of periods without overtime. */
  regular: number
  /** In the order of the game. */
  scores: readonly FlowScore[]
  /** Drawn as a line with a scale of its own at the right; without any there is none. */
  chances?: readonly FlowChance[]
}

/** Points of one team in a row. */
export type Run = { side: 'home' | 'away'; points: number; from: number; to: number }

const [WIDTH, HEIGHT] = [800, 400]
const [LEFT, TOP, BOTTOM] = [44, 74, 54]
/** Points in a row from which on a run is marked. */
const RUN = 8
/** Height of the marks of runs at each edge. */
const RUN_ROOM = 14
/** Distance of the points of the line of win probabilities, which keeps the picture small. */
const COLUMN = 4
/** The lead of each team that the picture has room for at least. */
const MIN_LEAD = 5

const COLOURS: Colours = {
  home: ['fill', '#1d5fa8', '#7db4f0'],
  away: ['fill', '#c2571a', '#f2a26b'],
}

const CHANCE_COLOURS: Colours = { ...COLOURS, chance: ['stroke', '#14171f', '#fff'] }

const START: FlowScore = { second: 0, home: 0, away: 0 }

const getMargin = ({ home, away }: FlowScore): number => home - away

/** The runs of both teams: points in a row, none by the other team between them. */
export const findRuns = (scores: readonly FlowScore[]): Run[] => {
  const runs: Run[] = []
  let before = START
  for (const score of scores) {
    const gains = { home: score.home - before.home, away: score.away - before.away }
    for (const side of ['home', 'away'] as const) {
      if (gains[side] <= 0) continue
      const run = runs.at(-1)
      if (run?.side === side) Object.assign(run, { points: run.points + gains[side], to: score.second })
      else runs.push({ side, points: gains[side], from: score.second, to: score.second })
    }
    before = score
  }
  return runs
}

/** Counts how often the lead changed from one team to the other, and how often a game was tied after its first points. */
export const countLeads = (scores: readonly FlowScore[]): { changes: number; ties: number } => {
  let [changes, ties, leader, margin] = [0, 0, 0, 0]
  for (const score of scores) {
    const now = getMargin(score)
    if (now === 0 && margin !== 0) ties += 1
    if (now !== 0 && leader !== 0 && Math.sign(now) !== leader) changes += 1
    if (now !== 0) leader = Math.sign(now)
    margin = now
  }
  return { changes, ties }
}

const largestLead = (scores: readonly FlowScore[], sign: 1 | -1): number =>
  Math.max(0, ...scores.map((score) => sign * getMargin(score)))

const longestRun = (runs: readonly Run[], side: Run['side']): Run | undefined =>
  runs.filter((run) => run.side === side).toSorted((a, b) => b.points - a.points)[0]

const summarize = ({ home, away, scores }: Flow, runs: readonly Run[]): string => {
  const { changes, ties } = countLeads(scores)
  const ofSide = (name: string, sign: 1 | -1, side: Run['side']) =>
    `${name}: largest lead ${largestLead(scores, sign)}, longest run ${longestRun(runs, side)?.points ?? 0}–0.`
  return `${ofSide(home, 1, 'home')} ${ofSide(away, -1, 'away')} Lead changes ${changes}, ties ${ties}.`
}

/** Distance of the horizontal lines in points, so that there are at most about eight. */
const getStep = (max: number): number => (max <= 20 ? 5 : max <= 40 ? 10 : 20)

/** Bars of runs at the edge of the team that made them. */
const drawRuns = ({ home, away }: Flow, runs: readonly Run[], xScale: number): string[] =>
  runs
    .filter(({ points }) => points >= RUN)
    .map(({ side, points, from, to }) => {
      const [top, label] = side === 'home' ? [TOP, TOP - 4] : [HEIGHT - BOTTOM - 3, HEIGHT - BOTTOM - 7]
      const centre = LEFT + ((from + to) / 2) * xScale
      const text = { x: centre, y: label, size: 11, width: 40, className: 'soft', anchor: 'middle' } as const
      const width = coordinate(Math.max(3, (to - from) * xScale))
      const run = `<title>${escaped(`${side === 'home' ? home : away}: ${points}–0`)}</title>`
      const x = coordinate(LEFT + from * xScale)
      return `<rect class="bd-${side}" x="${x}" y="${top}" width="${width}" height="3">${run}</rect>${textLine(`${points}–0`, text)}`
    })

/** The line of the home team's win probability, from 0 at the bottom to 100 % at the top, and the scale of it. */
const drawChances = ({ home, chances = [] }: Flow, xScale: number, right: number): string[] => {
  if (chances.length === 0) return []
  const [top, bottom] = [TOP + RUN_ROOM, HEIGHT - BOTTOM - RUN_ROOM]
  const y = (probability: number) => Math.round(bottom - probability * (bottom - top))
  const x = (second: number) => LEFT + COLUMN * Math.round((second * xScale) / COLUMN)
  const steps = chances.flatMap(({ second, probability }, index) => {
    const next = chances[index + 1]
    return next !== undefined && x(next.second) === x(second) ? [] : [`H${x(second)}V${y(probability)}`]
  })
  const labels = [0, 0.5, 1].map((each) =>
    textLine(`${100 * each} %`, { x: right + 6, y: y(each) + 4, size: 12, width: 40, className: 'soft' }),
  )
  const data = `M${LEFT} ${y(chances[0]?.probability ?? 0)}${steps.join('')}`
  return [
    ...labels,
    `<path class="bd-chance" fill="none" stroke-width="1.5" d="${data}"><title>${escaped(`How likely ${home} is to win`)}</title></path>`,
  ]
}

/**
 * The margin over the time of a game as an SVG document: above the line at 0 the home team leads, below it the away
 * team, each with the room that its largest lead needs. Runs of 8 points or more are marked at the edge of the team that made them.
 */
export const gameFlow = (flow: Flow): string => {
  const { title, home, away, periods, regular, chances = [] } = flow
  const right = WIDTH - (chances.length > 0 ? 50 : 16)
  const scores = flow.scores.filter(
    (score, index) =>
      index === flow.scores.length - 1 || getMargin(score) !== getMargin(flow.scores[index - 1] ?? START),
  )
  const runs = findRuns(scores)
  const total = periods.reduce((sum, length) => sum + length, 0)
  const leads = {
    home: Math.max(MIN_LEAD, largestLead(scores, 1)),
    away: Math.max(MIN_LEAD, largestLead(scores, -1)),
  }
  const range = leads.home + leads.away
  const [xScale, yScale] = [(right - LEFT) / total, (HEIGHT - BOTTOM - TOP - 2 * RUN_ROOM) / range]
  const middle = TOP + RUN_ROOM + leads.home * yScale
  const x = (second: number): string => coordinate(LEFT + second * xScale)
  const y = (margin: number): string => coordinate(middle - margin * yScale)

  /** The area between the middle and the lead of one team. */
  const area = (sign: 1 | -1): string => {
    const steps = scores.map((score) => `H${x(score.second)}V${y(sign * Math.max(0, sign * getMargin(score)))}`)
    const data = `M${x(0)} ${y(0)}${steps.join('')}H${x(scores.at(-1)?.second ?? 0)}V${y(0)}Z`
    const [side, name] = sign === 1 ? ['home', home] : ['away', away]
    return `<path class="bd-${side}" d="${data}"><title>${escaped(`${name} leads, by ${largestLead(scores, sign)} at most`)}</title></path>`
  }

  const step = getStep(range / 2)
  const steps = (lead: number) => Array.from({ length: Math.floor(lead / step) }, (_, index) => (index + 1) * step)
  const grid = [0, ...steps(leads.home), ...steps(leads.away).map((margin) => -margin)].map(
    (margin) =>
      `<path class="bd-line" stroke-width="${margin === 0 ? 1.5 : 0.5}" d="M${LEFT} ${y(margin)}H${right}"/>` +
      textLine(String(Math.abs(margin)), {
        x: LEFT - 8,
        y: Number(y(margin)) + 4,
        size: 12,
        width: 30,
        className: 'soft',
        anchor: 'end',
      }),
  )
  let start = 0
  const ends = periods.map((length, index) => {
    const centre = LEFT + (start + length / 2) * xScale
    start += length
    const name = textLine(periodName(index + 1, regular), {
      x: centre,
      y: HEIGHT - 34,
      size: 13,
      width: 60,
      className: 'soft',
      anchor: 'middle',
    })
    const isLast = index === periods.length - 1
    const score = flow.scores.findLast(({ second }) => second <= start)
    const atEnd = textLine(score === undefined ? '' : `${score.home}–${score.away}`, {
      x: LEFT + start * xScale,
      y: HEIGHT - 34,
      size: 13,
      width: 60,
      anchor: isLast ? 'end' : 'middle',
    })
    return (
      name +
      atEnd +
      (isLast ? '' : `<path class="bd-line" stroke-width=".8" d="M${x(start)} ${TOP}V${HEIGHT - BOTTOM}"/>`)
    )
  })
  const team = (name: string, className: Run['side'], at: number) =>
    `<rect class="bd-${className}" x="${at}" y="37" width="11" height="11"/>` +
    textLine(name, { x: at + 17, y: 47, size: 13, width: 330 })
  const summary = summarize(flow, runs)
  const { changes, ties } = countLeads(scores)
  const line = chances.length > 0 ? ` Line: how likely ${home} is to win.` : ''
  const explained = `${changes} lead changes, ${ties} ties. At the edges: runs of ${RUN} points or more.${line}`
  return picture({
    width: WIDTH,
    height: HEIGHT,
    title,
    description: scores.length === 0 ? 'No play-by-play recorded.' : summary,
    colours: chances.length > 0 ? CHANCE_COLOURS : COLOURS,
    body: [
      textLine(title, { x: LEFT - 28, y: 25, size: 18, width: WIDTH - 60 }),
      team(`${home} leads`, 'home', LEFT - 28),
      team(`${away} leads`, 'away', WIDTH / 2 - 10),
      ...grid,
      ...ends,
      area(1),
      area(-1),
      ...drawRuns(flow, runs, xScale),
      ...drawChances(flow, xScale, right),
      scores.length === 0
        ? ''
        : textLine(explained, { x: LEFT - 28, y: HEIGHT - 11, size: 12, width: WIDTH - 32, className: 'soft' }),
      scores.length === 0
        ? textLine('No play-by-play recorded', { x: WIDTH / 2, y: middle - 12, size: 16, width: 300, anchor: 'middle' })
        : '',
    ].join(''),
  })
}
