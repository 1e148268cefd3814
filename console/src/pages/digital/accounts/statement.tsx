// The statement of an account: each posted change of its tokens, last posted first.

import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { RecordList } from '../../../kit/list/record-list.tsx'
import { Instant, Money } from '../../../kit/show/values.tsx'
import { type Entities, searchList } from '../digital-search.ts'
import { InstitutionName } from '../parties/party-names.tsx'

type Entry = Entities['ACCOUNT_ENTRY']

const MOVEMENTS = {
  TOKENIZED_DEPOSIT: ['Deposit', 'deposits'],
  TOKEN_REDEMPTION: ['Redemption', 'redemptions'],
  INTERBANK_TRANSFER: ['Transfer', 'transfers'],
} as const

export function Statement({ partnerId, accountId }: { partnerId: string; accountId: string }) {
  return (
    <RecordList<Entry>
      label="Statement"
      urlPrefix="s-"
      defaultSize={10}
      queryKey={['digital', partnerId, 'statement', accountId]}
      load={searchList(partnerId, 'ACCOUNT_ENTRY', { accountId })}
      filters={[
        { kind: 'date', name: 'from', label: 'From', width: 140 },
        { kind: 'date', name: 'to', label: 'To', width: 140 },
      ]}
      columns={[
        { title: 'Posted', render: ({ at }) => <Instant at={at} />, width: 190 },
        { title: 'Movement', render: ({ movement }) => <MovementLink movement={movement} /> },
        {
          title: 'Other side',
          render: ({ counterparty }) =>
            counterparty === undefined ? (
              '—'
            ) : (
              <InstitutionName partnerId={partnerId} id={counterparty.institutionId} />
            ),
        },
        { title: 'What it is for', render: ({ remittance }) => remittance?.info ?? '—' },
        {
          title: 'Amount',
          numeric: true,
          render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
        {
          title: 'Tokens after it',
          numeric: true,
          render: ({ asset, currency }) => <Money amount={asset} currency={currency} />,
        },
      ]}
      rowKey={({ id }) => id}
      empty={{
        title: 'Nothing has been posted yet',
        hint: 'Deposits, redemptions and transfers show here once they are final.',
      }}
    />
  )
}

function MovementLink({ movement }: Pick<Entry, 'movement'>) {
  const [name, path] = MOVEMENTS[movement.type]
  return (
    <Anchor component={Link} to={`/digital/movements/${path}/${movement.id}`} size="sm">
      {movement.ref === undefined ? name : `${name} ${movement.ref}`}
    </Anchor>
  )
}
