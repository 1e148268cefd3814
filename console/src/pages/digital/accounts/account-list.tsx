// Digital asset accounts, as a list.

import { Group } from '@mantine/core'
import { RecordList } from '../../../kit/list/record-list.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { type Entities, SORT_FILTER, searchList, TEXT_FILTER } from '../digital-search.ts'
import { useInstitutionFilter } from '../parties/institution-filter.ts'
import { InstitutionName, shortId, UserName } from '../parties/party-names.tsx'
import { stateChoices } from '../words/state-choices.ts'
import { ACCOUNT_STATES } from '../words/states.ts'
import { useBalances } from './balances.ts'

export interface AccountListProps {
  readonly partnerId: string
  /** Only those of one institution. */
  readonly institutionId?: string
  /** Only those of one user. */
  readonly userId?: string
}

type Row = Entities['DIGITAL_ASSET_ACCOUNT']

export function AccountList({ partnerId, institutionId, userId }: AccountListProps) {
  const institutionFilter = useInstitutionFilter(partnerId)
  const canSeeMoney = useMay()('DIGITAL_MONEY', 'VIEW')
  const isWhole = institutionId === undefined && userId === undefined
  return (
    <RecordList<Row>
      label="Token accounts"
      urlPrefix={isWhole ? '' : 'a-'}
      defaultSize={isWhole ? 25 : 10}
      queryKey={['digital', partnerId, 'accounts', institutionId, userId]}
      load={searchList(partnerId, 'DIGITAL_ASSET_ACCOUNT', {
        ...(institutionId !== undefined && { institutionId }),
        ...(userId !== undefined && { userId }),
      })}
      {...(userId === undefined && {
        filters: [
          { ...TEXT_FILTER, placeholder: 'Label or linked account, from 3 letters on', width: 330 },
          { kind: 'choice', name: 'state', label: 'State', choices: stateChoices(Object.keys(ACCOUNT_STATES)) },
          { kind: 'text', name: 'currency', label: 'Currency', placeholder: 'CHF', width: 110 },
          ...(isWhole ? [institutionFilter] : []),
          SORT_FILTER,
        ],
      })}
      columns={[
        { title: 'Account', render: ({ id, account }) => account.label ?? `Account ${shortId(id)}` },
        {
          title: 'State',
          render: ({ state, account }) => (
            <Group gap={6} wrap="nowrap">
              <StatusBadge status={state} />
              {account.default && <StatusBadge status="DEFAULT" color="gray" />}
            </Group>
          ),
        },
        ...(userId === undefined
          ? [{ title: 'Holder', render: ({ user }: Row) => <UserName partnerId={partnerId} id={user.id} /> }]
          : []),
        ...(institutionId === undefined
          ? [
              {
                title: 'Institution',
                render: ({ institution }: Row) => <InstitutionName partnerId={partnerId} id={institution.id} />,
              },
            ]
          : []),
        { title: 'Currency', render: ({ account }) => account.currency, width: 90 },
        ...(canSeeMoney
          ? [
              {
                title: 'Tokens',
                numeric: true,
                render: ({ id, account }: Row) => (
                  <AssetOf partnerId={partnerId} accountId={id} currency={account.currency} />
                ),
              },
            ]
          : []),
        { title: 'Linked account', render: ({ linkedAccount }) => linkedAccount.id },
        { title: 'Opened', render: ({ createdAt }) => <Instant at={createdAt} /> },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/digital/accounts/${id}`}
      empty={{ title: 'No account yet', hint: 'Open an account; then tokens can be issued to it.' }}
    />
  )
}

/** What the account holds, asked row by row: the search does not tell. */
function AssetOf({ partnerId, accountId, currency }: { partnerId: string; accountId: string; currency: string }) {
  const { data } = useBalances(partnerId, accountId)
  if (data === undefined) return '…'
  return <Money amount={data.balances[0]?.asset ?? 0} currency={currency} />
}
