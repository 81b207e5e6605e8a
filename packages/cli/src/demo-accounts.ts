import type { Core } from '@basketball-data/core'
import type { Plan } from '@basketball-data/core/contract'

/** The e-mail address of the demo account on a plan. */
export const demoEmail = (plan: Plan): string => `demo-${plan}@example.org`

/** The demo account on a plan, which is created or moved back to its plan; that on plan complete is an operator. */
export const demoAccount = async ({ accounts }: Core, plan: Plan) => {
  const email = demoEmail(plan)
  const account = (await accounts.list()).find((each) => each.email === email)
  if (account === undefined) return accounts.create({ email, plan, operator: plan === 'complete' })
  return account.plan === plan ? account : accounts.setPlan(account.id, plan)
}
