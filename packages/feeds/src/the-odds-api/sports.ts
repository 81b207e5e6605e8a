import type { PricedEvent } from '@basketball-data/core/contract'

/** Who plays under a sport key. A key that is not here says nothing of it. */
const GENDER_OF: Readonly<Record<string, PricedEvent['gender']>> = {
  basketball_nba: 'men',
  basketball_nba_preseason: 'men',
  basketball_nba_summer_league: 'men',
  basketball_ncaab: 'men',
  basketball_euroleague: 'men',
  basketball_nbl: 'men',
  basketball_wnba: 'women',
  basketball_wncaab: 'women',
}

/** Who plays under a sport key; null where it does not say. */
export const genderOf = (sport_key: string): 'men' | 'women' | 'mixed' | null => GENDER_OF[sport_key] ?? null

/** Betting exchanges, by the beginning of their key: prices there are offered by other bettors. */
const EXCHANGES = ['betfair_ex_', 'matchbook', 'smarkets', 'betdaq', 'prophetx', 'novig', 'kalshi', 'polymarket']

/** Whether a bookmaker key is that of a betting exchange. */
export const isExchange = (key: string): boolean => EXCHANGES.some((start) => key.startsWith(start))
