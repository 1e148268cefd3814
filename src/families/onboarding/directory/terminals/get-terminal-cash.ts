// What is expected in a terminal, and the movements that say so.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { instant } from '../../daily/instants.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { COUNT, cashReply, MOVEMENT, terminalCash } from './cash-shapes.ts'

export const getTerminalCash = onboardingOperation({
  id: 'GetTerminalCash',
  route: 'GET /terminals/:id/cash',
  access: may('TERMINALS', 'VIEW'),
  basis: 'chosen',
  tag: 'Terminals',
  summary: 'Read the cash of a terminal',
  description:
    'What is expected in it now, by currency, and its movements of a time, newest first. A reversal counts as cash that was not paid; the ' +
    'next COUNT tells otherwise.',
  query: Type.Object({
    from: Type.Optional(
      chosen(instant('Movements at this time or later', '2026-01-01T00:00:00.000Z', { maxLength: 40 })),
    ),
    to: Type.Optional(chosen(instant('Movements before this time', '2026-02-01T00:00:00.000Z', { maxLength: 40 }))),
  }),
  reply: terminalCash,
  replyExamples: [
    {
      name: 'cash',
      summary: 'Counted, with a difference, and loaded',
      value: {
        terminalId: 'ATM00102',
        institutionId: 'FI002',
        asOf: '2026-01-15T10:00:00.000Z',
        expected: [{ currencyCode: 'USD', amount: 52280, lastCountAt: COUNT.at }],
        movements: [MOVEMENT, COUNT],
        hasMore: false,
      },
    },
  ],
  async handle(ask) {
    const { from, to } = ask.query
    const read = await ask.services.terminalCash.read(ask.principal.scope, idOf(ask), {
      fromMs: from === undefined ? undefined : Date.parse(from),
      toMs: to === undefined ? undefined : Date.parse(to),
    })
    return envelope(ask, cashReply(read))
  },
})
