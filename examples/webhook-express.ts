// A receiver of webhooks with Express. Usage: WEBHOOK_SECRET=whsec_… node webhook-express.ts
import { webhook } from '@basketball-data/webhooks/express'
import express, { type Express } from 'express'

const { WEBHOOK_SECRET = '' } = process.env

export const app: Express = express()

// Above express.json(): what that has parsed cannot be verified any more.
app.post(
  '/hook',
  webhook({
    secret: WEBHOOK_SECRET,
    handle: ({ type, data: { game } }) => console.log(type, game.home.name, game.home_score, game.away_score),
  }),
)
app.use(express.json())

if (import.meta.main) app.listen(8080, '127.0.0.1')
