// What a file of a source said of an order.

import { PageLink } from '../../../kit/page/page-link.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { Money } from '../../../kit/show/values.tsx'
import type { TransactionException } from './exception-words.ts'

const DIFFERENCES = {
  MISSING_HERE: 'The file has it, the books do not',
  MISSING_THERE: 'The books have it, the file does not',
  DIFFERENT: 'The amounts differ',
} as const

export function ReconciledFacts({ reconciled }: { reconciled: NonNullable<TransactionException['reconciled']> }) {
  const { reconciliationId, source, difference, rrn, line, theirAmount, ourAmount, currencyCode } = reconciled
  return (
    <Facts
      columns={2}
      facts={[
        ['Difference', DIFFERENCES[difference]],
        [
          'Source',
          <PageLink key="source" to={`/reconciliations/${reconciliationId}`}>
            {source}
          </PageLink>,
        ],
        ['RRN of the source', rrn],
        ['Line of the file', line === undefined ? '—' : String(line)],
        ['There', theirAmount === undefined ? '—' : <Money key="there" amount={theirAmount} currency={currencyCode} />],
        ['Here', ourAmount === undefined ? '—' : <Money key="here" amount={ourAmount} currency={currencyCode} />],
      ]}
    />
  )
}
