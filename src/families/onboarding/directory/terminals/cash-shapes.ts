// Cash of terminals on the wire: what is sent, what comes back, and an example of each.

import { Type } from 'typebox'
import { chosen } from '../../../../edge/http/operation.ts'
import { freeText, identifier, timestamp, uuid } from '../../../../edge/resource/record-shapes.ts'
import { CASH_KINDS } from '../../../../oversight/cash/cash-movement.ts'
import type { MovementRecord, TerminalsCash } from '../../../../oversight/cash/terminal-cash.ts'
import { isCurrency } from '../../../../platform/kernel/money/currencies.ts'
import { numberFromMinor } from '../../../../platform/kernel/money/money.ts'
import { isoTimestamp } from '../../../../platform/kernel/time/clock.ts'
import { instant } from '../../daily/instants.ts'

const kind = Type.Enum([...CASH_KINDS], {
  description: 'LOAD: cash was put in. UNLOAD: cash was taken out. COUNT: what is in it was counted',
  expected: `must be one of ${CASH_KINDS.join(', ')}`,
})

const currencyCode = Type.Refine(
  Type.String({ description: 'ISO 4217 code', pattern: '^[A-Z]{3}$', expected: 'must be an ISO 4217 currency code' }),
  isCurrency,
)

const money = (description: string) => Type.Number({ description: `${description}, in major units` })

export const newMovement = Type.Object({
  kind: chosen(kind),
  currencyCode: chosen(currencyCode),
  amount: chosen(
    Type.Number({
      description: 'What was put in, taken out or counted, in major units; above 0 but for a COUNT',
      minimum: 0,
      expected: 'must not be below 0',
    }),
  ),
  reference: chosen(
    identifier('What the movement is known by, unique in the terminal: sent again, it is recorded once'),
  ),
  at: chosen(
    instant(
      'When it happened: not in the future, within the last 7 days, and not before the last COUNT',
      '2026-01-15T08:30:00.000Z',
      {
        maxLength: 40,
      },
    ),
  ),
  note: Type.Optional(chosen(freeText('A note'))),
})

export const movement = Type.Object(
  {
    id: chosen(uuid('The movement, and its journal')),
    kind: chosen(kind),
    currencyCode: chosen(currencyCode),
    amount: chosen(money('What was put in, taken out or counted')),
    reference: chosen(Type.String({ description: 'What it is known by' })),
    at: chosen(timestamp('When it happened')),
    note: Type.Optional(chosen(Type.String({ description: 'A note' }))),
    expected: chosen(money('What was expected in the terminal at that time, before the movement')),
    difference: Type.Optional(
      chosen(money('COUNT: what was counted beyond what was expected; absent on the first one')),
    ),
    exceptionId: Type.Optional(chosen(uuid('COUNT: the exception that the difference is'))),
    exceptionState: Type.Optional(
      chosen(Type.Enum(['OPEN', 'RESOLVED'], { description: 'The state of that exception' })),
    ),
    recordedAt: chosen(timestamp('When it was recorded')),
    recordedBy: chosen(Type.String({ description: 'Who recorded it' })),
  },
  { component: 'CashMovement' },
)

export const terminalCash = Type.Object(
  {
    terminalId: chosen(Type.String({ description: 'The terminal' })),
    institutionId: chosen(Type.String({ description: 'Its institution' })),
    asOf: chosen(timestamp('The time that `expected` is of')),
    expected: chosen(
      Type.Array(
        Type.Object({
          currencyCode: chosen(currencyCode),
          amount: chosen(money('Loads less unloads, less cash that was paid, and cash that was taken')),
          lastCountAt: Type.Optional(chosen(timestamp('The last COUNT'))),
        }),
        { description: 'By currency, of those that movements name' },
      ),
    ),
    movements: chosen(Type.Array(movement, { description: 'Newest first, at most 500' })),
    hasMore: chosen(Type.Boolean({ description: 'There are older ones: ask with an earlier `to`' })),
  },
  { component: 'TerminalCash' },
)

export const NEW_MOVEMENT = {
  kind: 'LOAD',
  currencyCode: 'USD',
  amount: 40000,
  reference: 'CIT-2026-0115-7',
  at: '2026-01-15T08:30:00.000Z',
  note: 'Two cassettes',
}

export const MOVEMENT = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e91',
  ...NEW_MOVEMENT,
  expected: 12460,
  recordedAt: '2026-01-15T08:42:10.000Z',
  recordedBy: 'operator@fi001.example',
}

export const NEW_COUNT = {
  kind: 'COUNT',
  currencyCode: 'USD',
  amount: 12440,
  reference: 'CIT-2026-0115-6',
  at: '2026-01-15T08:25:00.000Z',
}

export const COUNT = {
  id: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e90',
  ...NEW_COUNT,
  expected: 12460,
  difference: -20,
  exceptionId: '0197f3a0-5a10-7c41-9d3e-2b7f0a6c1e90',
  exceptionState: 'OPEN',
  recordedAt: '2026-01-15T08:41:00.000Z',
  recordedBy: 'operator@fi001.example',
}

export function movementReply(record: MovementRecord): object {
  const { currency, amountMinor, atMs, expectedMinor, differenceMinor, exception, isFirst: _, ...said } = record
  const { recordedAtMs, recordedBy, ...shown } = said
  return {
    ...shown,
    currencyCode: currency,
    amount: numberFromMinor(amountMinor, currency),
    at: isoTimestamp(atMs),
    expected: numberFromMinor(expectedMinor, currency),
    ...(differenceMinor !== undefined && { difference: numberFromMinor(differenceMinor, currency) }),
    ...(exception !== undefined && { exceptionId: exception.id, exceptionState: exception.state }),
    recordedAt: isoTimestamp(recordedAtMs),
    recordedBy,
  }
}

export function cashReply({ terminal, asOfMs, expected, movements, hasMore }: TerminalsCash): object {
  return {
    terminalId: terminal.terminalId,
    institutionId: terminal.institutionId,
    asOf: isoTimestamp(asOfMs),
    expected: expected.map(({ currency, expectedMinor, lastCountMs }) => ({
      currencyCode: currency,
      amount: numberFromMinor(expectedMinor, currency),
      ...(lastCountMs !== undefined && { lastCountAt: isoTimestamp(lastCountMs) }),
    })),
    movements: movements.map(movementReply),
    hasMore,
  }
}
