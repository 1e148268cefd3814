// One tokenized deposit.

import { digitalOperation, reply } from '../digital-operation.ts'
import { deposit, wireDeposit } from '../shapes/deposit.ts'
import { MAY_VIEW } from '../shapes/movement.ts'
import { EXAMPLE_DEPOSIT } from '../shapes/movement-examples.ts'

export const getTokenizedDeposit = digitalOperation({
  id: 'GetTokenizedDeposit',
  route: 'GET /tokenized-deposits/:depositId',
  access: MAY_VIEW,
  basis: 'chosen',
  tag: 'Tokenized deposits',
  summary: 'Read a tokenized deposit',
  description: 'As it now stands.',
  errors: ['C-DEPOSIT_NOT_FOUND'],
  reply: deposit,
  replyExamples: [{ name: 'deposit', summary: 'The deposit', value: wireDeposit(EXAMPLE_DEPOSIT) }],
  async handle(ask) {
    const { services, partnerId, call } = ask
    return reply(
      ask,
      wireDeposit(await services.tokenMovements.find('DEPOSIT', partnerId, call.params.depositId ?? '')),
    )
  },
})
