import { coordinate, picture, textLine, type Colours } from './svg.ts'

/** The score after an event. */
export type FlowScore = {
  /** Seconds of play before it. */
  second: number
  home: number
  away: number
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
}

/** Points of one team in a row. */
export type Run = { side: 'home' | 'away'; points: number; from: number; to: number }

const [WIDTH, HEIGHT] = [800, 380]
const [LEFT, RIGHT, TOP, BOTTOM] = [44, 16, 74, 34]
/** Points in a row from which on a run is marked. */
const RUN = 8
/** The margin that the picture has room for at least. */
const LEAST_MARGIN = 10

const COLOURS: Colours = {
  home: ['fill', '#1d5fa8', '#7db4f0'],
  away: ['fill', '#c2571a', '#f2a26b'],
}

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

/** Quarters, halves, or periods of another number, then overtimes. */
const periodName = (index: number, regular: number): string => {
  if (index >= regular) return `OT${index - regular + 1}`
  return `${regular === 4 ? 'Q' : regular === 2 ? 'H' : 'P'}${index + 1}`
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

/**
 * The margin over the time of a game as an SVG document: above the middle the home team leads, below it the away team. Runs of 8
 * points or more are marked at the edge of the team that made them.
 */
export const gameFlow = (flow: Flow): string => {
  const { title, home, away, periods, regular } = flow
  const scores = flow.scores.filter(
    (score, index) =>
      index === flow.scores.length - 1 || getMargin(score) !== getMargin(flow.scores[index - 1] ?? START),
  )
  const runs = findRuns(scores)
  const total = periods.reduce((sum, length) => sum + length, 0)
  const max = Math.max(LEAST_MARGIN, ...scores.map((score) => Math.abs(getMargin(score))))
  const middle = (TOP + HEIGHT - BOTTOM) / 2
  const [xScale, yScale] = [(WIDTH - LEFT - RIGHT) / total, ((HEIGHT - BOTTOM - TOP) / 2 - 14) / max]
  const x = (second: number): string => coordinate(LEFT + second * xScale)
  const y = (margin: number): string => coordinate(middle - margin * yScale)

  /** The area between the middle and the lead of one team. */
  const area = (sign: 1 | -1): string => {
    const steps = scores.map((score) => `H${x(score.second)}V${y(sign * Math.max(0, sign * getMargin(score)))}`)
    return `<path class="bd-${sign === 1 ? 'home' : 'away'}" d="M${x(0)} ${y(0)}${steps.join('')}H${x(scores.at(-1)?.second ?? 0)}V${y(0)}Z"/>`
  }

  const step = getStep(max)
  const margins = Array.from({ length: Math.floor(max / step) }, (_, index) => (index + 1) * step)
  const grid = [0, ...margins, ...margins.map((margin) => -margin)].map(
    (margin) =>
      `<path class="bd-line" stroke-width="${margin === 0 ? 1.5 : 0.5}" d="M${LEFT} ${y(margin)}H${WIDTH - RIGHT}"/>` +
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
    const name = textLine(periodName(index, regular), {
      x: centre,
      y: HEIGHT - 12,
      size: 13,
      width: 60,
      className: 'soft',
      anchor: 'middle',
    })
    const isLast = index === periods.length - 1
    return name + (isLast ? '' : `<path class="bd-line" stroke-width=".8" d="M${x(start)} ${TOP}V${HEIGHT - BOTTOM}"/>`)
  })
  const marked = runs
    .filter(({ points }) => points >= RUN)
    .map(({ side, points, from, to }) => {
      const edge = side === 'home' ? TOP : HEIGHT - BOTTOM - 3
      const label = textLine(`${points}–0`, {
        x: LEFT + ((from + to) / 2) * xScale,
        y: side === 'home' ? TOP - 4 : HEIGHT - BOTTOM - 7,
        size: 11,
        width: 40,
        className: 'soft',
        anchor: 'middle',
      })
      const width = coordinate(Math.max(3, (to - from) * xScale))
      return `<rect class="bd-${side}" x="${x(from)}" y="${edge}" width="${width}" height="3"/>${label}`
    })
  const team = (name: string, className: Run['side'], at: number) =>
    `<rect class="bd-${className}" x="${at}" y="37" width="11" height="11"/>` +
    textLine(name, { x: at + 17, y: 47, size: 13, width: 330 })
  const summary = summarize(flow, runs)
  return picture({
    width: WIDTH,
    height: HEIGHT,
    title,
    description: scores.length === 0 ? 'No play-by-play recorded.' : summary,
    colours: COLOURS,
    body: [
      textLine(title, { x: LEFT - 28, y: 25, size: 18, width: WIDTH - 60 }),
      team(`${home} leads`, 'home', LEFT - 28),
      team(`${away} leads`, 'away', WIDTH / 2 - 10),
      ...grid,
      ...ends,
      area(1),
      area(-1),
      ...marked,
      scores.length === 0
        ? textLine('No play-by-play recorded', { x: WIDTH / 2, y: middle - 12, size: 16, width: 300, anchor: 'middle' })
        : '',
    ].join(''),
  })
}
