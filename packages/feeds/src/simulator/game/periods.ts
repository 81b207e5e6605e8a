import { gainBall, other, type Bank, type Man, type Play } from './play.ts'
import { attack } from './possession.ts'
import { OVERTIME_SECONDS } from './rules.ts'
import { deadBall } from './substitution.ts'

const byHeight = (man: Man): number => man.player.profile.height_cm ?? 200

const tipOff = (play: Play): Bank => {
  const bank = play.random.chance(0.5) ? 0 : 1
  const jumper = play.teams[bank].five.reduce((tallest, man) => (byHeight(man) > byHeight(tallest) ? man : tallest))
  play.recorder.event(play, 'jump_ball', bank, jumper)
  return bank
}

/** Overtimes go on with the fouls of the last quarter, and grant one time-out. */
const beginPeriod = (play: Play): void => {
  play.period += 1
  const overtime = play.period > 4
  play.left = overtime ? OVERTIME_SECONDS : play.rules.regulation_minutes * 15
  for (const periods of play.periods) periods.push(0)
  for (const team of play.teams) {
    if (!overtime) team.fouls = 0
    team.timeouts = overtime ? 1 : (play.rules.timeouts[play.period] ?? team.timeouts)
  }
  play.recorder.event(play, 'period_start', null, null)
}

/** Plays a game to its end; there are no ties. */
export const playToEnd = (play: Play): void => {
  let arrow: Bank | null = null
  while (play.period < 4 || play.score[0] === play.score[1]) {
    beginPeriod(play)
    if (arrow === null) arrow = tipOff(play)
    else deadBall(play)
    gainBall(play, arrow, 'start')
    arrow = other(arrow)
    while (play.left > 0) attack(play)
    play.recorder.event(play, 'period_end', null, null)
  }
  play.recorder.event(play, 'game_end', null, null)
}
