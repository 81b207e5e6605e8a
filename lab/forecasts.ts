// Imports games into a database, and writes docs/forecasts.md as "basketball-data forecasts --report" does.
// Usage: npm run lab -- forecasts <database> [EuroLeague folder, or games.csv of NBA_API] …
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createCore } from '@basketball-data/core'
import type { GameBundle } from '@basketball-data/core/contract'
import { euroleague } from '@basketball-data/feeds/euroleague'

const EAST = 'ATL BKN BOS CHA CHI CLE DET IND MIA MIL NYK ORL PHI TOR WAS'

/** Rows with GAME_ID, GAME_DATE, HOME_TEAM, AWAY_TEAM, HOME_PTS, AWAY_PTS. */
const readNba = async (file: string): Promise<GameBundle[]> => {
  const rows = (await readFile(file, 'utf8')).trim().split('\n').slice(1)
  return rows.map((row) => {
    const [id = '', date = '', home = '', away = '', home_score, away_score] = row.split(',')
    const year = 2000 + Number(id.slice(3, 5))
    const toSide = (team: string) => ({
      team: { external_id: team, name: team },
      group: EAST.includes(team) ? 'East' : 'West',
    })
    return {
      source: 'nba_csv',
      competition: {
        external_id: 'nba',
        name: 'NBA',
        slug: 'nba',
        gender: 'men',
        kind: 'league',
        regulation_minutes: 48,
        tie_break: 'nba',
      },
      season: { external_id: `${year}`, name: `${year}-${String(year + 1).slice(2)}`, start_year: year },
      game: {
        external_id: id,
        date,
        stage: id.startsWith('002') ? 'regular' : 'playoffs',
        status: 'final',
        home_score: Number(home_score),
        away_score: Number(away_score),
      },
      home: toSide(home),
      away: toSide(away),
    }
  })
}

const [, , database, ...sources] = process.argv
if (database === undefined) throw new Error('name a database: a folder, memory://, or the address of a Postgres')

const core = await createCore({ database })
const ingest = async (bundle: GameBundle) => {
  const result = await core.ingest(bundle, { notify: false })
  if (result.outcome === 'refused') console.warn(`${result.external_id} is refused: ${result.reason}`)
}
for (const source of sources)
  if (source.endsWith('.csv')) for (const bundle of await readNba(source)) await ingest(bundle)
  else for await (const { bundle } of euroleague.read([source])) if (bundle) await ingest(bundle)
await writeFile(join(import.meta.dirname, '..', 'docs', 'forecasts.md'), await core.reportForecasts())
await core.close()
