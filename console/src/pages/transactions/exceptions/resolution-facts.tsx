// How an exception was resolved.

import { Facts } from '../../../kit/show/facts.tsx'
import { Id, Instant } from '../../../kit/show/values.tsx'
import { ACTIONS, type TransactionException } from './exception-words.ts'

export function ResolutionFacts({ resolution }: { resolution: NonNullable<TransactionException['resolution']> }) {
  const { action, reason, by, at, journalId, externalReference } = resolution
  return (
    <Facts
      columns={2}
      facts={[
        ['Resolution', ACTIONS[action]],
        ['Reason', reason],
        ['By', by === 'system' ? 'The gateway' : by],
        ['When', <Instant key="at" at={at} />],
        ...(externalReference === undefined ? [] : [['External reference', externalReference] as const]),
        ['Journal', journalId === undefined ? 'Nothing was posted' : <Id key="journal">{journalId}</Id>],
      ]}
    />
  )
}
