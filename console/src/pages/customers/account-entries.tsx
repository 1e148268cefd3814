// What was posted to an account, newest first.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordList } from '../../kit/list/record-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { CalendarDate, Id, Instant, Money } from '../../kit/show/values.tsx'
import { typeInWords } from '../transactions/transaction-words.ts'
import { type Account, pageOf } from './customer-words.ts'

export function AccountEntries({ account: { id, currencyCode } }: { account: Account }) {
  return (
    <RecordList
      label="Entries"
      urlPrefix="entries-"
      queryKey={['accounts', id, 'entries']}
      load={async ({ page, size }) => pageOf(await ask(admin.browseAccountEntries({ id, page, size })))}
      rowKey={({ journalId, balance }) => `${journalId} ${balance}`}
      columns={[
        { title: 'Posted', render: ({ at }) => <Instant at={at} />, width: 190 },
        { title: 'Business date', render: ({ businessDate }) => <CalendarDate date={businessDate} />, width: 130 },
        { title: 'Kind', render: ({ kind }) => typeInWords(kind) },
        {
          title: 'Amount',
          numeric: true,
          render: ({ amount }) => <Money amount={amount} currency={currencyCode} />,
        },
        {
          title: 'Balance after',
          numeric: true,
          render: ({ balance }) => <Money amount={balance} currency={currencyCode} />,
        },
        {
          title: 'Transaction',
          render: ({ transactionId, journalId }) =>
            transactionId === undefined ? (
              <Id>{journalId}</Id>
            ) : (
              <PageLink to={`/transactions/${transactionId}`}>{transactionId}</PageLink>
            ),
        },
      ]}
      empty={{
        title: 'Nothing was posted yet',
        hint: 'Withdrawals, deposits and transfers appear within five seconds.',
      }}
    />
  )
}
