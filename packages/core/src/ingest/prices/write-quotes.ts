import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type BundleQuote, MAX_QUOTES } from '../../contract/index.ts'
import { closingAverages as computeAverages } from '../../prices/closing.ts'
import { selectQuotes } from '../../prices/queries.ts'
import {
  closingAverages,
  execute,
  quotes as quotesTable,
  selectRows,
  within,
  type Database,
  selectIds,
} from '../../store/index.ts'
import { Refusal } from '../refusals.ts'
import type { WriteScope } from '../scope.ts'
import { isExchanged, type GameRow } from '../write/game-row.ts'
import { insertRows, runInOneStatement } from '../write/statements.ts'
import { swapQuote } from './match-event.ts'

/**
 * Writes the names of bookmakers, and returns the keys of the renamed ones. All sources share bookmakers: the writer of one adds those
 * that are unknown, under names that yield to any other, and renames none.
 */
const writeBookmakers = async (tx: Database, quotes: readonly BundleQuote[], scope?: WriteScope): Promise<string[]> => {
  const renames = scope === undefined
  const named = quotes.map(({ bookmaker, read_at }) => ({
    ...bookmaker,
    named_at: (renames ? read_at : null) ?? '-infinity',
  }))
  // The latest reading decides the name, in any order of imports. A name equal to the key loses to any other name.
  const renamed = await selectRows(
    tx,
    z.object({ key: z.string() }),
    sql`with written as (
          insert into bookmakers as known (key, name, exchange, named_at)
          select distinct on (key) key, name, exchange, named_at
          from json_to_recordset(${JSON.stringify(named)}::json)
            as n (key text, name text, exchange boolean, named_at timestamptz)
          order by key, (name <> key) desc, named_at desc, name collate "C" desc, exchange desc
          on conflict (key) do update set name = excluded.name, exchange = excluded.exchange, named_at = excluded.named_at
          where ${renames} and (excluded.name <> excluded.key, excluded.named_at, excluded.name collate "C", excluded.exchange)
            > (known.name <> known.key, known.named_at, known.name collate "C", known.exchange)
          returning key, name, exchange)
        select key from written join bookmakers stored using (key)
        where (written.name, written.exchange) is distinct from (stored.name, stored.exchange)`,
  )
  return renamed.map(({ key }) => key)
}

const Written = z.object({ new: z.int(), before: z.int() })

/** The games that have quotes of these bookmakers. */
const selectGamesWithBooks = async (tx: Database, bookmakers: readonly string[]): Promise<string[]> => {
  if (bookmakers.length === 0) return []
  return selectIds(tx, sql`select distinct game_id as id from quotes where ${within(sql`bookmaker`, bookmakers)}`)
}

/** How many quotes are new, and the games whose prices have changed: others too, if a bookmaker was renamed. */
export type WrittenQuotes = { added: number; games: Set<string> }

/**
 * Adds quotes to a game, ignoring those it already has.
 * @param scope what the writer may write, if there is one
 * @throws Refusal when the game would have more than MAX_QUOTES
 */
export const writeQuotes = async (
  tx: Database,
  game_id: string,
  quotes: readonly BundleQuote[],
  scope?: WriteScope,
): Promise<WrittenQuotes> => {
  if (quotes.length === 0) return { added: 0, games: new Set() }
  const renamed = await writeBookmakers(tx, quotes, scope)
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
  const games = await selectGamesWithBooks(tx, renamed)
  return { added, games: new Set([...games, ...(added > 0 ? [game_id] : [])]) }
}

/** Stores the tip-off according to a price feed; the newest reading wins. Returns whether it is another one than before. */
export const writeQuotedTipOff = async (
  tx: Database,
  game_id: string,
  { tip_off, read_at }: { tip_off: string; read_at: string },
): Promise<boolean> => {
  const rows = await execute(
    tx,
    sql`with written as (
          insert into quoted_tip_offs as known (game_id, tip_off, read_at)
          values (${game_id}, ${tip_off}::timestamptz, ${read_at}::timestamptz)
          on conflict (game_id) do update set tip_off = excluded.tip_off, read_at = excluded.read_at
          where (excluded.read_at, excluded.tip_off) > (known.read_at, known.tip_off)
          returning game_id, tip_off)
        select 1 from written left join quoted_tip_offs stored using (game_id)
        where written.tip_off is distinct from stored.tip_off`,
  )
  return rows.length > 0
}

/** Updates the closing averages of games, after a quote was added or a tip-off changed. */
export const refreshClosing = async (tx: Database, games: readonly string[]): Promise<void> => {
  const quotedGames = await selectQuotes(tx, games)
  const rows = quotedGames.flatMap(({ id, quoted }) => {
    const { moneyline, spread, total } = computeAverages(quoted.quotes, quoted.tip_off)
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

const deleteQuotes = async (tx: Database, game: string): Promise<Set<string>> => {
  const rows = await tx.delete(quotesTable).where(eq(quotesTable.game_id, game)).returning({ id: quotesTable.game_id })
  return new Set(rows.map(({ id }) => id))
}

/** Turns the stored quotes of a game whose home and away are exchanged, so that each price stays with its team. */
export const exchangeQuotes = async (tx: Database, game: string): Promise<Set<string>> => {
  const rows = await tx.delete(quotesTable).where(eq(quotesTable.game_id, game)).returning()
  if (rows.length === 0) return new Set()
  await runInOneStatement(tx, insertRows(quotesTable, rows.map(swapQuote)))
  return new Set([game])
}

type PricedGame = Pick<GameRow, 'id' | 'tip_off' | 'home_team_id' | 'away_team_id'>

/**
 * Writes the quotes of a bundle, and updates the closing averages if they, the tip-off or the sides changed. Returns the games
 * whose prices have changed.
 */
export const updateQuotes = async (
  tx: Database,
  game: PricedGame,
  stored: PricedGame | undefined,
  { quotes, scope }: { quotes?: BundleQuote[] | null | undefined; scope?: WriteScope | undefined },
): Promise<Set<string>> => {
  const moved = stored !== undefined && stored.tip_off?.getTime() !== game.tip_off?.getTime()
  const exchanged = isExchanged(game, stored)
  if (quotes === undefined && !moved && !exchanged) return new Set()
  const turned = exchanged ? await exchangeQuotes(tx, game.id) : []
  const games =
    quotes === null ? await deleteQuotes(tx, game.id) : (await writeQuotes(tx, game.id, quotes ?? [], scope)).games
  await refreshClosing(tx, [game.id])
  return new Set([...games, ...turned, ...(moved ? [game.id] : [])])
}

/** Rebuilds the closing averages of all games with quotes. */
export const rebuildClosing = async (tx: Database): Promise<void> => {
  await tx.delete(closingAverages)
  const games = await selectIds(tx, sql`select distinct game_id as id from quotes order by 1`)
  for (const game of games) await refreshClosing(tx, [game])
}
