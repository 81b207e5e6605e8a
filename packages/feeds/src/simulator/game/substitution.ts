import { isLastPeriod, leadOf, meanTalent, type Bank, type Man, type Play, type Team } from './play.ts'

/** A change is worth making when the man coming in is this many seconds more in need of playing than the one going out. */
const WORTH = 110
/** What a step of distance between two roles costs, in the same seconds. */
const MISMATCH = 45
const MOST_AT_ONCE = 3

/** How the end of the game looks from the bench: the best five, the end of the bench, or business as usual. */
type Mood = 'usual' | 'close' | 'decided'

const moodOf = (play: Play, bank: Bank): Mood => {
  if (!isLastPeriod(play) || play.left > 300) return 'usual'
  const margin = Math.abs(leadOf(play, bank))
  if (margin >= 20) return 'decided'
  return margin <= 8 ? 'close' : 'usual'
}

const inFoulTrouble = (play: Play, man: Man): boolean =>
  !isLastPeriod(play) && man.tally.fouls >= Math.min(play.rules.foul_limit - 1, play.period + 1)

/** Seconds a man is short of his share by now, bent by the mood and by his fouls; beyond all bounds once he is out. */
const need = (play: Play, man: Man, mood: Mood): number => {
  if (man.out) return Number.NEGATIVE_INFINITY
  if (mood === 'decided') return -man.seconds
  if (man.share === 0) return -1200
  const short = man.share * play.elapsed - man.seconds
  return short + (mood === 'close' ? 600 * man.share : 0) - (inFoulTrouble(play, man) ? 150 : 0)
}

const mismatch = (out: Man, into: Man): number =>
  MISMATCH * Math.max(0, Math.abs(into.player.role - out.player.role) - 1)

type Change = { out: Man; into: Man; gain: number }

/** The change most worth making, if any is; whoever is out has to go, for the best that there is. */
const bestChange = (play: Play, team: Team, mood: Mood, keep: Man | null): Change | null => {
  let most = Number.NEGATIVE_INFINITY
  for (const into of team.bench) most = Math.max(most, need(play, into, mood))
  let best: Change | null = null
  for (const out of team.five) {
    const spare = out.out ? -100_000 : need(play, out, mood)
    if (out === keep || most - spare <= (best?.gain ?? WORTH)) continue
    for (const into of team.bench) {
      const gain = need(play, into, mood) - spare - mismatch(out, into)
      if (gain > (best?.gain ?? WORTH)) best = { out, into, gain }
    }
  }
  return best
}

const substitute = (play: Play, bank: Bank, keep: Man | null): void => {
  const team = play.teams[bank]
  const mood = moodOf(play, bank)
  for (let changes = 0; changes < MOST_AT_ONCE; changes++) {
    const change = bestChange(play, team, mood, keep)
    if (change === null) return
    const { out, into } = change
    team.five[team.five.indexOf(out)] = into
    team.bench[team.bench.indexOf(into)] = out
    team.talent = meanTalent(team.five)
    into.played = true
    play.recorder.event(play, 'substitution_out', bank, out)
    play.recorder.event(play, 'substitution_in', bank, into)
  }
}

/** The ball is dead: both coaches may change players; `keep` stays, having free throws to shoot. */
export const deadBall = (play: Play, keep: Man | null = null): void => {
  if (play.left === 0) return
  substitute(play, 0, keep)
  substitute(play, 1, keep)
}
