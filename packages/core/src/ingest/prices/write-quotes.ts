import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type BundleQuote, MAX_QUOTES } from '../../contract/index.ts'
import { closingAverages as averagesOf } from '../../prices/closing.ts'
import { selectQuotes } from '../../prices/queries.ts'
import { closingAverages, execute, quotes as quotesTable, selectRows, type Database } from '../../store/index.ts'
import { Refusal } from '../refusals.ts'

const writeBookmakers = (tx: Database, quotes: readonly BundleQuote[]): Promise<unknown> => {
  const named = quotes.map(({ bookmaker, read_at }) => ({ ...bookmaker, named_at: read_at ?? '-infinity' }))
  // The latest reading decides the name, in any order of imports. A name equal to the key loses to any other name.
  return execute(
    tx,
    sql`insert into bookmakers as known (key, name, exchange, named_at)
        select distinct on (key) key, name, exchange, named_at
        from json_to_recordset(${JSON.stringify(named)}::json)
          as n (key text, name text, exchange boolean, named_at timestamptz)
        order by key, (name <> key) desc, named_at desc, name collate "C" desc, exchange desc
        on conflict (key) do update set name = excluded.name, exchange = excluded.exchange, named_at = excluded.named_at
        where (excluded.name <> excluded.key, excluded.named_at, excluded.name collate "C", excluded.exchange)
          > (known.name <> known.key, known.named_at, known.name collate "C", known.exchange)`,
  )
}

const Written = z.object({ new: z.int(), before: z.int() })
const GameId = z.object({ game_id: z.string() })

/**
 * Adds quotes to a game, ignoring those it already has; returns how many are new.
 * @throws Refusal when the game would have more than MAX_QUOTES
 */
export const writeQuotes = async (tx: Database, game_id: string, quotes: readonly BundleQuote[]): Promise<number> => {
  if (quotes.length === 0) return 0
  await writeBookmakers(tx, quotes)
  const rows = quotes.map(({ bookmaker, ...quote }) => ({ ...quote, game_id, bookmaker: bookmaker.key }))
  const [written] = await selectRows(
    tx,
    Written,
    sql`with written as (
          insert into quotes select * from json_populate_recordset(null::quotes, ${JSON.stringify(rows)}::json)
          on conflict do nothing returning 1)
        select (select count(*) from written)::integer as new,
          (select count(*) from quotes where game_id = ${game_id})::integer as before`,
  )
  const { new: added = 0, before = 0 } = written ?? {}
  if (before + added > MAX_QUOTES)
    throw new Refusal(`a game has up to ${MAX_QUOTES} quotes; with these it would have ${before + added}`)
  return added
}

/** Stores the tip-off according to a price feed; the newest reading wins. */
export const writeQuotedTipOff = async (
  tx: Database,
  game_id: string,
  { tip_off, read_at }: { tip_off: string; read_at: string },
): Promise<void> => {
  await execute(
    tx,
    sql`insert into quoted_tip_offs as known (game_id, tip_off, read_at)
        values (${game_id}, ${tip_off}::timestamptz, ${read_at}::timestamptz)
        on conflict (game_id) do update set tip_off = excluded.tip_off, read_at = excluded.read_at
        where (excluded.read_at, excluded.tip_off) > (known.read_at, known.tip_off)`,
  )
}

/** Updates the closing averages of games, after a quote was added or a tip-off changed. */
export const refreshClosing = async (tx: Database, games: readonly string[]): Promise<void> => {
  const quotedGames = await selectQuotes(tx, games)
  const rows = quotedGames.flatMap(({ id, quoted }) => {
    const { moneyline, spread, total } = averagesOf(quoted.quotes, quoted.tip_off)
    const row = {
      game_id: id,
      moneyline_home: moneyline?.prices.home ?? null,
      moneyline_away: moneyline?.prices.away ?? null,
      spread_line: spread?.line ?? null,
      spread_home: spread?.prices.home ?? null,
      spread_away: spread?.prices.away ?? null,
      total_line: total?.line ?? null,
      total_over: total?.prices.over ?? null,
      total_under: total?.prices.under ?? null,
    }
    return [moneyline, spread, total].every((market) => market === null) ? [] : [row]
  })
  await tx.delete(closingAverages).where(inArray(closingAverages.game_id, [...games]))
  if (rows.length > 0) await tx.insert(closingAverages).values(rows)
}

type TipOff = { id: string; tip_off: Date | null }

/** Writes the quotes of a bundle, and updates the closing averages if they or the tip-off changed. */
export const updateQuotes = async (
  tx: Database,
  game: TipOff,
  stored: TipOff | undefined,
  { quotes }: { quotes?: BundleQuote[] | null | undefined },
): Promise<void> => {
  const moved = stored !== undefined && stored.tip_off?.getTime() !== game.tip_off?.getTime()
  if (quotes === undefined && !moved) return
  if (quotes === null) await tx.delete(quotesTable).where(eq(quotesTable.game_id, game.id))
  else await writeQuotes(tx, game.id, quotes ?? [])
  await refreshClosing(tx, [game.id])
}

/** Rebuilds the closing averages of all games with quotes. */
export const rebuildClosing = async (tx: Database): Promise<void> => {
  await tx.delete(closingAverages)
  const rows = await selectRows(tx, GameId, sql`select distinct game_id from quotes order by 1`)
  for (const { game_id } of rows) await refreshClosing(tx, [game_id])
}
