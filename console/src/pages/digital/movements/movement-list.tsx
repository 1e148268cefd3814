// Deposits, redemptions or transfers, as a list; which of them, stands in the address.

import { Stack } from '@mantine/core'
import { Segments } from '../../../kit/inputs/segments.tsx'
import type { Filter } from '../../../kit/list/filter-bar.tsx'
import { type Column, RecordList } from '../../../kit/list/record-list.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { type Entities, SORT_FILTER, searchList, TEXT_FILTER } from '../digital-search.ts'
import { useInstitutionFilter } from '../parties/institution-filter.ts'
import { AccountName, InstitutionName } from '../parties/party-names.tsx'
import { stateChoices } from '../words/state-choices.ts'
import { KINDS, type MovementKind, useMovementKind } from './movement-kinds.ts'

export type Movement = Entities['TOKENIZED_DEPOSIT'] | Entities['TOKEN_REDEMPTION'] | Entities['INTERBANK_TRANSFER']

export interface MovementListProps {
  readonly partnerId: string
  /** Only those of one account. */
  readonly accountId?: string
}

export function MovementList({ partnerId, accountId }: MovementListProps) {
  const isWhole = accountId === undefined
  const urlPrefix = isWhole ? '' : 'm-'
  const [kind, setKind] = useMovementKind(urlPrefix)
  const institutionFilter = useInstitutionFilter(partnerId)
  const filters: Filter[] = [
    { ...TEXT_FILTER, placeholder: 'Reference or id', width: 200 },
    { kind: 'choice', name: 'state', label: 'State', width: 150, choices: stateChoices(KINDS[kind].states) },
    ...(isWhole
      ? [
          institutionFilter,
          { kind: 'text' as const, name: 'currency', label: 'Currency', placeholder: 'CHF', width: 90 },
        ]
      : []),
    { kind: 'date', name: 'from', label: 'From', width: 140 },
    { kind: 'date', name: 'to', label: 'To', width: 140 },
    SORT_FILTER,
  ]
  return (
    <Stack gap="md">
      <Segments
        aria-label="Kind of movement"
        style={{ alignSelf: 'flex-start' }}
        data={Object.entries(KINDS).map(([value, { title }]) => ({ value, label: title }))}
        value={kind}
        onChange={(next) => setKind(next as MovementKind)}
      />
      <RecordList<Movement>
        key={kind}
        label={KINDS[kind].title}
        urlPrefix={urlPrefix}
        defaultSize={isWhole ? 25 : 10}
        queryKey={['digital', partnerId, 'movements', kind, accountId]}
        load={searchList(partnerId, KINDS[kind].entity, isWhole ? {} : { accountId })}
        filters={filters}
        columns={columnsOf(partnerId, kind, accountId)}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/digital/movements/${kind}/${id}`}
        empty={{ title: KINDS[kind].empty }}
      />
    </Stack>
  )
}

function columnsOf(partnerId: string, kind: MovementKind, accountId: string | undefined): Column<Movement>[] {
  const between: Column<Movement>[] =
    kind === 'transfers'
      ? [
          {
            title: 'Payer',
            render: (row) => <Side partnerId={partnerId} {...payerOf(row)} />,
          },
          {
            title: 'Beneficiary',
            render: (row) => <Side partnerId={partnerId} {...payeeOf(row)} />,
          },
        ]
      : [
          ...(accountId === undefined
            ? [
                {
                  title: 'Account',
                  render: (row: Movement) => <AccountName partnerId={partnerId} id={row.digitalAssetAccount?.id} />,
                },
              ]
            : []),
          {
            title: 'Issuer',
            render: (row) => <InstitutionName partnerId={partnerId} id={row.issuer.institutionId} />,
          },
          { title: 'Linked account', render: (row) => ('linkedAccount' in row ? row.linkedAccount.id : '—') },
        ]
  return [
    { title: 'Made', render: ({ createdAt }) => <Instant at={createdAt} />, width: 190 },
    {
      title: 'Amount',
      numeric: true,
      render: ({ tokenAmount }) => <Money amount={tokenAmount.tokens} currency={tokenAmount.currency} />,
    },
    { title: 'State', render: ({ state }) => <StatusBadge status={state} />, width: 140 },
    ...between,
    { title: 'Changed', render: ({ updatedAt }) => <Instant at={updatedAt} />, width: 190 },
    { title: 'Reference', render: ({ transaction }) => transaction?.ref ?? 'The payer’s' },
  ]
}

interface SideProps {
  readonly institutionId: string | undefined
  readonly accountId: string | undefined
}

function payerOf(row: Movement): SideProps {
  return {
    institutionId: 'payer' in row ? row.payer.institutionId : undefined,
    accountId: row.digitalAssetAccount?.id,
  }
}

function payeeOf(row: Movement): SideProps {
  if (!('beneficiary' in row)) return { institutionId: undefined, accountId: undefined }
  return { institutionId: row.beneficiary.institutionId, accountId: row.beneficiary.digitalAssetAccount?.id }
}

function Side({ partnerId, institutionId, accountId }: SideProps & { partnerId: string }) {
  return (
    <Stack gap={0}>
      <InstitutionName partnerId={partnerId} id={institutionId} />
      {accountId !== undefined && (
        <span style={{ fontSize: 'var(--mantine-font-size-xs)' }}>
          <AccountName partnerId={partnerId} id={accountId} plain />
        </span>
      )}
    </Stack>
  )
}
