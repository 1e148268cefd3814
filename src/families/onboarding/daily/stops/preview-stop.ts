// What of the last hour a stop would have stopped. Nothing is stopped.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { timestamp } from '../../../../edge/resource/record-shapes.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { NEW_STOP, stoppedOrders } from './stop-shapes.ts'

const { reason: _, ...STOPPED } = NEW_STOP

const count = (description: string) => chosen(Type.Integer({ description }))

const preview = Type.Object(
  {
    from: chosen(timestamp('The hour begins')),
    to: chosen(timestamp('It ends: now')),
    orders: count('Orders and inquiries of account services, also those that were declined'),
    movements: count('Movements of tokens'),
    disbursements: count('Disbursements of loans'),
    amounts: chosen(
      Type.Array(
        Type.Object({
          currencyCode: chosen(Type.String({ description: 'ISO 4217 code' })),
          amount: chosen(Type.Number({ description: 'The sum in the currency' })),
        }),
        { description: 'What they amount to, by currency' },
      ),
    ),
    ignored: chosen(
      Type.Array(Type.String(), {
        description: 'Fields that the records do not tell, wholly: the stop would stop less than is counted here',
      }),
    ),
  },
  { component: 'StopPreview' },
)

export const previewStop = onboardingOperation({
  id: 'PreviewStop',
  route: 'POST /stops/preview',
  access: may('INSTITUTIONS', 'VIEW'),
  readsOnly: true,
  basis: 'chosen',
  tag: 'Stops',
  summary: 'See what a stop would stop',
  description: 'What of the last hour it would have stopped. Nothing is stopped or stored. Reversals do not count.',
  body: stoppedOrders,
  reply: preview,
  requestExamples: [{ name: 'withdrawals', summary: 'Cash machines of an institution', value: STOPPED }],
  replyExamples: [
    {
      name: 'preview',
      summary: 'What it would have stopped',
      value: {
        from: '2026-01-15T09:00:00.000Z',
        to: '2026-01-15T10:00:00.000Z',
        orders: 42,
        movements: 0,
        disbursements: 0,
        amounts: [{ currencyCode: 'USD', amount: 5120 }],
        ignored: [],
      },
    },
  ],
  async handle(ask) {
    const { services, principal, body } = ask
    await services.stops.assertStoppable(principal.scope, body)
    const found = await services.stopPreviews.preview(principal.scope, body)
    return envelope(ask, {
      ...found,
      amounts: found.amounts.map(({ currency, amountMinor }) => ({
        currencyCode: currency,
        amount: numberFromMinor(amountMinor, currency),
      })),
    })
  },
})
