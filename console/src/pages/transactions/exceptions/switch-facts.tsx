// What a switch knows an order by: who settles with the switch needs its numbers, not the gateway's.

import { Facts } from '../../../kit/show/facts.tsx'
import type { TransactionException } from './exception-words.ts'

export function SwitchFacts({ message }: { message: NonNullable<TransactionException['switchMessage']> }) {
  return (
    <Facts
      columns={2}
      facts={[
        ['Switch', message.switch],
        ['RRN of the switch (DE 37)', message.rrn],
        ['Trace number (DE 11)', message.stan],
      ]}
    />
  )
}
