// Records cash that was put into a terminal, taken out of it or counted in it.

import { may } from '../../../../edge/resource/access.ts'
import { created } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { minorFromNumber } from '../../../../platform/kernel/money/money.ts'
import { invalidFields } from '../../../../platform/kernel/problems/problem.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { COUNT, MOVEMENT, movement, movementReply, NEW_COUNT, NEW_MOVEMENT, newMovement } from './cash-shapes.ts'

export const recordTerminalCash = onboardingOperation({
  id: 'RecordTerminalCash',
  route: 'POST /terminals/:id/cash',
  access: may('TERMINALS', 'UPDATE'),
  basis: 'chosen',
  tag: 'Terminals',
  summary: 'Record cash of a terminal',
  description:
    'LOAD and UNLOAD post the vault of the terminal against `cash:transit`. The first COUNT of a currency sets what is in it, against ' +
    '`opening`; a later one that differs from what is expected at `at` posts the difference against `suspense:cash`, and is an exception ' +
    'CASH_DIFFERENCE, unless it is the opposite of an open one, which it settles. An order counts when it is recorded; one that is ' +
    'under way while the movement is posted comes after it. At another core nothing is posted, and what is expected is counted from ' +
    'transactions since the last COUNT. `reference` makes a repetition safe: the same content is answered with the stored movement, other ' +
    'content with 409. So are a time in the future or before the last COUNT, a decommissioned terminal, and a LOAD at a TERMINATED institution.',
  status: 201,
  body: newMovement,
  reply: movement,
  requestExamples: [
    { name: 'load', summary: 'Cash is put in', value: NEW_MOVEMENT },
    { name: 'count', summary: 'Cash is counted', value: NEW_COUNT },
  ],
  replyExamples: [
    { name: 'load', summary: 'The movement', value: MOVEMENT },
    { name: 'count', summary: 'Cash is missing', value: COUNT },
  ],
  async handle(ask) {
    const { amount, at, ...said } = ask.body
    const amountMinor = minorFromNumber(amount, said.currencyCode)
    if (amountMinor === undefined)
      throw invalidFields([
        { path: 'amount', message: `must be exact in ${said.currencyCode}, with at most 15 digits` },
      ])
    const wanted = { ...said, amountMinor, atMs: Date.parse(at) }
    return created(ask, movementReply(await ask.services.terminalCash.record(ask, idOf(ask), wanted)))
  },
})
