// Exceptions: what could not be settled by itself and waits for a decision.

import { Stack, Text } from '@mantine/core'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { listOf, present } from '../../../kit/list/record-list.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { InstitutionLabel } from '../../digital/parties/institution-names.tsx'
import { ExceptionButton } from './exception-button.tsx'
import {
  ACTIONS,
  amountOf,
  type ExceptionKind,
  KIND_CHOICES,
  MOVEMENT_CHOICES,
  shownSubject,
  type TransactionException,
} from './exception-words.ts'
import { KindBadge } from './kind-badge.tsx'

const STATES = [
  { value: 'OPEN', label: 'Open' },
  { value: 'RESOLVED', label: 'Resolved' },
]

export default function ExceptionsPage() {
  return (
    <ListPage<TransactionException>
      title="Exceptions"
      description="Reversals that could not be posted, orders whose outcome is not known, and tokens or their money that are stuck. Each waits until a person decides about it, or until it settles by itself."
      queryKey={['exceptions']}
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listExceptions(
            present({ page, size, sort }),
            present({
              search: filters.search,
              institutionId: filters.institutionId,
              kind: listOf<ExceptionKind>(filters.kind),
              state: listOf<TransactionException['state']>(filters.state),
              movementType: listOf<NonNullable<TransactionException['movement']>['type']>(filters.movementType),
            }),
          ),
        )
      }
      columns={[
        {
          title: 'Kind',
          sort: 'kind',
          render: ({ kind }) => <KindBadge kind={kind} />,
        },
        {
          title: 'Transaction or movement',
          render: (exception) => {
            const { name, path, detail } = shownSubject(exception)
            return (
              <Stack gap={0}>
                <PageLink to={path}>{name}</PageLink>
                <Text size="xs" c="dimmed">
                  {detail}
                </Text>
              </Stack>
            )
          },
        },
        {
          title: 'Amount',
          numeric: true,
          render: (exception) => {
            const money = amountOf(exception)
            return money === undefined ? '—' : <Money {...money} />
          },
        },
        { title: 'Institution', render: ({ institutionId }) => <InstitutionLabel id={institutionId} /> },
        { title: 'Since', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} /> },
        {
          title: 'State',
          sort: 'state',
          render: ({ state, resolution }) => (
            <Stack gap={2} align="flex-start">
              <StatusBadge status={state} />
              {resolution !== undefined && (
                <Text size="xs" c="dimmed">
                  {ACTIONS[resolution.action]}
                  {resolution.action !== 'SETTLED' && ` by ${resolution.by}`}
                </Text>
              )}
            </Stack>
          ),
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'RRN, account or reference' },
        { kind: 'choices', name: 'kind', label: 'Kind', choices: KIND_CHOICES },
        { kind: 'choices', name: 'movementType', label: 'Movement', choices: MOVEMENT_CHOICES },
        { kind: 'choices', name: 'state', label: 'State', choices: STATES, width: 160 },
        { kind: 'institution', name: 'institutionId', label: 'Institution' },
      ]}
      rowKey={({ id }) => id}
      rowActions={(exception) => <ExceptionButton exception={exception} />}
      empty={{
        title: 'No exceptions',
        hint: 'Every reversal could be posted, every outcome is known, and no tokens are stuck.',
      }}
    />
  )
}
