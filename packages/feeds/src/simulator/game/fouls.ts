import { gainBall, keepBall, leadOf, other, scorePoints, type Bank, type Man, type Play } from './play.ts'
import { reboundBall } from './rebound.ts'
import { deadBall } from './substitution.ts'

/** Team fouls of a period beyond which every foul gives two free throws. */
const BONUS_AFTER = 4

const byFouls = (man: Man): number => man.player.fouls
/** A man who has fouled a lot takes care. */
const byCaution = (man: Man): number => man.player.fouls / (1 + 0.3 * man.tally.fouls)
const byFoulsDrawn = (man: Man): number => man.player.fouls_drawn * man.player.usage

/** Books a foul and sends off whoever has had enough of them. */
const book = (play: Play, man: Man): void => {
  man.tally.fouls += 1
  if (man.tally.fouls >= play.rules.foul_limit) man.out = true
}

/** A foul of the defence on `victim`, whatever follows from it. */
const foul = (
  play: Play,
  victim: Man,
  type: 'foul' | 'unsportsmanlike_foul' | 'disqualifying_foul',
  detail: string,
) => {
  const defence = other(play.offence)
  const fouler = play.random.weighted(play.teams[defence].five, byCaution)
  book(play, fouler)
  if (type === 'disqualifying_foul') fouler.out = true
  victim.tally.fouls_drawn += 1
  play.teams[defence].fouls += 1
  play.recorder.event(play, type, defence, fouler, detail)
  play.recorder.event(play, 'foul_drawn', play.offence, victim)
}

/**
 * Free throws of one player; a missed last one is rebounded and a made one gives the opponent the ball, unless the
 * team keeps it anyway.
 */
const shootFreeThrows = (play: Play, bank: Bank, man: Man, count: number, keeps: boolean): void => {
  let made = false
  for (let n = 1; n <= count; n++) {
    made = play.random.chance(man.player.free)
    man.tally.free_throws_attempted += 1
    if (made) {
      man.tally.free_throws_made += 1
      scorePoints(play, bank, 1)
    }
    play.recorder.event(play, made ? 'free_throw_made' : 'free_throw_missed', bank, man, `${n} of ${count}`)
  }
  if (keeps) keepBall(play)
  else if (made) gainBall(play, other(bank), 'made')
  else reboundBall(play, 'free throw')
}

/** A foul on a shooter: as many free throws as the shot was worth, or one more when it went in. */
export const shootingFoul = (play: Play, shooter: Man, free_throws: 1 | 2 | 3): void => {
  foul(play, shooter, 'foul', 'shooting')
  deadBall(play, shooter)
  shootFreeThrows(play, play.offence, shooter, free_throws, false)
}

/** A foul away from the shot: free throws when the defence has used up its fouls, else the ball again. */
export const floorFoul = (play: Play, detail = 'personal'): void => {
  const victim = play.random.weighted(play.teams[play.offence].five, byFoulsDrawn)
  foul(play, victim, 'foul', detail)
  deadBall(play, victim)
  if (play.teams[other(play.offence)].fouls > BONUS_AFTER) shootFreeThrows(play, play.offence, victim, 2, false)
  else keepBall(play)
}

/** An unsportsmanlike or worse foul, looked at again on the screen: two free throws and the ball. */
export const flagrantFoul = (play: Play): void => {
  const victim = play.random.weighted(play.teams[play.offence].five, byFoulsDrawn)
  const worst = play.random.chance(0.12)
  foul(play, victim, worst ? 'disqualifying_foul' : 'unsportsmanlike_foul', '')
  play.recorder.event(play, 'review', null, null, 'foul')
  deadBall(play, victim)
  shootFreeThrows(play, play.offence, victim, 2, true)
}

/** A technical foul, of the coach (in nobody's line) or of a player: one free throw, play goes on as it was. */
export const technicalFoul = (play: Play): void => {
  const { random, recorder, teams } = play
  const bank: Bank = random.chance(0.5) ? 0 : 1
  if (random.chance(0.4)) recorder.event(play, 'technical_foul', bank, null, 'coach')
  else {
    const man = random.weighted(teams[bank].five, byFouls)
    book(play, man)
    recorder.event(play, 'technical_foul', bank, man)
  }
  const shooter = teams[other(bank)].five.reduce((best, man) => (man.player.free > best.player.free ? man : best))
  deadBall(play, shooter)
  shootFreeThrows(play, other(bank), shooter, 1, true)
}

/** A foul by the player on the ball, which is a turnover too. */
export const offensiveFoul = (play: Play, man: Man): void => {
  const defence = other(play.offence)
  const victim = play.random.weighted(play.teams[defence].five, byFouls)
  book(play, man)
  man.tally.turnovers += 1
  victim.tally.fouls_drawn += 1
  play.recorder.event(play, 'offensive_foul', play.offence, man)
  play.recorder.event(play, 'foul_drawn', defence, victim)
  play.recorder.event(play, 'turnover', play.offence, man, 'offensive foul')
  gainBall(play, defence, 'turnover')
  deadBall(play)
}

/** Whether the defence has to stop the clock: behind by little, with little time left. */
export const mustFoul = (play: Play): boolean => {
  const lead = leadOf(play, play.offence)
  return play.period >= 4 && play.left <= 35 && play.left > 4 && lead >= 2 && lead <= 8 && play.random.chance(0.8)
}
