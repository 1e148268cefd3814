// The count that found more or less in a terminal than was expected.

import { Facts } from '../../../kit/show/facts.tsx'
import { Instant, Money } from '../../../kit/show/values.tsx'
import type { TransactionException } from './exception-words.ts'

export function CashFacts({ cash }: { cash: NonNullable<TransactionException['cash']> }) {
  const { terminalId, reference, counted, expected, difference, currencyCode, at } = cash
  return (
    <Facts
      columns={2}
      facts={[
        ['Terminal', terminalId],
        ['Reference', reference],
        ['Counted', <Money key="counted" amount={counted} currency={currencyCode} />],
        ['Expected', <Money key="expected" amount={expected} currency={currencyCode} />],
        ['Difference', <Money key="difference" amount={difference} currency={currencyCode} />],
        ['When', <Instant key="at" at={at} />],
      ]}
    />
  )
}
