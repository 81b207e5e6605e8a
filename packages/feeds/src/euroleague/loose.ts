import { dirname } from 'node:path'
import type { Findings } from './findings.ts'
import { seasonOfFolders, type FeedFile } from './layout.ts'

/** A file of one answer, which does not say its season. */
export type LooseAnswer = {
  file: Extract<FeedFile, { layout: 'answer' }>
  text: string
}

const onlyOne = <Item>(items: Item[]): Item | null => {
  const [first, ...others] = new Set(items)
  return first === undefined || others.length > 0 ? null : first
}

type AnswerFile = LooseAnswer['file']

/** The seasons that the Headers of the same game name. */
const headerSeasons = (file: AnswerFile, loose: LooseAnswer[]): string[] =>
  loose
    .filter((other) => other.file.kind === 'header')
    .filter((other) => other.file.root === file.root && other.file.game_code === file.game_code)
    .flatMap(({ text }) => /"(?:CompetitionReducedName|pcom)"\s*:\s*"\s*([EU]\d{4})/.exec(text)?.[1] ?? [])

/** A file per game does not say its season: the schedule beside it does, or a Header of the game, or a folder. */
const seasonOf = (file: AnswerFile, loose: LooseAnswer[], { schedules }: Findings): string | null => {
  const listed = schedules.get(file.root) ?? schedules.get(dirname(file.root)) ?? []
  const sameCode = listed.filter(({ game_code }) => game_code === file.game_code)
  return (
    onlyOne(sameCode.map(({ season_code }) => season_code)) ??
    onlyOne(headerSeasons(file, loose)) ??
    seasonOfFolders(file.root) ??
    onlyOne(listed.map(({ season_code }) => season_code))
  )
}

/** Puts every loose answer with its game. */
export const placeLoose = (loose: LooseAnswer[], found: Findings): void => {
  for (const { file, text } of loose) {
    const { path, kind, game_code } = file
    const season_code = seasonOf(file, loose, found)
    if (game_code === null) found.refuse(path, path, 'which game? name its folder like game12')
    else if (season_code === null) found.refuse(path, path, 'which season? name a folder like E2024')
    else found.game(season_code, game_code, path).raw.set(kind, { text, wrapped: false, path })
  }
}
