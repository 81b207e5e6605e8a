import type { BasketballData } from '@basketball-data/client'

/** The samples shown on the documentation page before the endpoints. */
export const chapters = (client: BasketballData): Record<string, () => Promise<void>> => ({
  pagination: async () => {
    // the loop requests the next page when it needs it
    for await (const game of client.games.list()) console.log(game.date, game.home_score, game.away_score)

    // or at most 500 of them at once, page after page
    const finals = client.games.list({ status: 'final' })
    const latest = await finals.all({ limit: 500 })
    console.log(latest.length)
  },
})
