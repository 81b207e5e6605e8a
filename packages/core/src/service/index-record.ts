import { envelopeOf, Index, NoParameters } from '../contract/index.ts'
import { operation } from '../operation.ts'

export const getIndex = operation(
  {
    plan: null,
    path: '/',
    tag: 'Service',
    summary: 'Service index',
    description: 'Name, base address, documentation and number of endpoints of the service. Needs no key.',
    input: NoParameters,
    output: envelopeOf(Index),
  },
  async ({ ctx: { service, endpoints } }) => ({
    data: { name: service.name, base: service.base, docs: service.docs, status: 'ok', endpoints },
    meta: {},
  }),
)
