import type { Command } from 'commander'
import { addHelp } from './command-groups.ts'
import { print, withExistingCore } from './session.ts'

/** `games …` */
export const defineGames = (group: Command): void => {
  group
    .command('reopen')
    .argument('<game>', 'the id of the game, such as gm_9wd3f6ka')
    .description(
      'Lets a final game, or one without a result, be scheduled again: score, box score, events and shots are deleted.',
    )
    .action(async (game: string, _options: object, command: Command) => {
      const reopened = await withExistingCore(command, (core) => core.reopenGame(game))
      print(command, { game, reopened }, reopened ? `${game} is scheduled again.` : `${game} is scheduled already.`)
    })
  group
    .command('remove')
    .argument('<game>', 'the id of the game, such as gm_9wd3f6ka')
    .description('Removes a game as if it had never been imported. Importing it again creates it again.')
    .action(async (game: string, _options: object, command: Command) => {
      await withExistingCore(command, (core) => core.removeGame(game))
      print(command, { game, removed: true }, `${game} is removed.`)
    })
  addHelp(group)
}

/** `records …` */
export const defineRecords = (group: Command): void => {
  group
    .command('merge')
    .argument('<from>', 'the id of the record that goes, such as pl_c4h7m2pe')
    .argument('<into>', 'the id of the record that stays')
    .description(
      'Merges a competition, season, team, player or game into another one. Its id answers with the record that stays.',
    )
    .action(async (from: string, into: string, _options: object, command: Command) => {
      const merged = await withExistingCore(command, (core) => core.mergeRecords(from, into))
      print(command, { from, into, merged }, merged ? `${from} is merged into ${into}.` : `${from} is ${into} already.`)
    })
  addHelp(group)
}
