// Exceptions: what could not be settled by itself and waits for a decision.

import { Stack, Text } from '@mantine/core'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { ListPage } from '../../../kit/list/list-page.tsx'
import type { BulkActions } from '../../../kit/list/list-selection.tsx'
import { booleanOf, listOf, present } from '../../../kit/list/record-list.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import type { UrlValues } from '../../../kit/page/url-state.ts'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { useMay } from '../../../session/entitlements.ts'
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
import { useAssignees } from './work/assignees.ts'
import { AssignManyForm, ResolveManyForm } from './work/bulk-forms.tsx'
import { HandedOut } from './work/handed-out.tsx'
import { MOST_IDS, PRIORITIES, type Priority } from './work/work-words.ts'

const STATES = [
  { value: 'OPEN', label: 'Open' },
  { value: 'RESOLVED', label: 'Resolved' },
]

/** The filters of the list as the gateway takes them. */
function filterOf(filters: UrlValues) {
  return present({
    search: filters.search,
    institutionId: filters.institutionId,
    kind: listOf<ExceptionKind>(filters.kind),
    state: listOf<TransactionException['state']>(filters.state),
    movementType: listOf<NonNullable<TransactionException['movement']>['type']>(filters.movementType),
    assigneeId: filters.assigneeId,
    isAssigned: booleanOf(filters.isAssigned),
    priority: listOf<Priority>(filters.priority),
    dueBefore: filters.dueBefore,
  })
}

/** Undefined for those who may only look. */
function useBulkActions(): BulkActions<TransactionException> | undefined {
  const may = useMay()
  const [mayAssign, mayResolve] = [may('EXCEPTIONS', 'UPDATE'), may('EXCEPTIONS', 'APPROVE')]
  if (!mayAssign && !mayResolve) return undefined
  return {
    mostKeys: MOST_IDS,
    canSelect: ({ state }) => state === 'OPEN',
    always: { state: 'OPEN' },
    render: (selected) => (
      <>
        {mayAssign && (
          <FormDialog label="Hand out" title="Hand out exceptions">
            {(close) => <AssignManyForm selected={selected} filterOf={filterOf} onClose={close} />}
          </FormDialog>
        )}
        {mayResolve && (
          <FormDialog label="Resolve" title="Resolve exceptions">
            {(close) => <ResolveManyForm selected={selected} filterOf={filterOf} onClose={close} />}
          </FormDialog>
        )}
      </>
    ),
  }
}

export default function ExceptionsPage() {
  const assignees = useAssignees()
  return (
    <ListPage<TransactionException>
      title="Exceptions"
      description="Reversals that could not be posted, orders whose outcome is not known, and tokens or their money that are stuck. Each waits until a person decides about it, or until it settles by itself."
      queryKey={['exceptions']}
      load={({ page, size, sort, filters }) =>
        ask(admin.listExceptions(present({ page, size, sort }), filterOf(filters)))
      }
      actions={
        <LinkButton to="/exceptions/jobs" variant="default">
          Jobs
        </LinkButton>
      }
      bulk={useBulkActions()}
      columns={[
        {
          title: 'Kind',
          sort: 'kind',
          render: ({ kind }) => <KindBadge kind={kind} />,
        },
        {
          title: 'About',
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
        { title: 'Looked after by', render: (exception) => <HandedOut exception={exception} /> },
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
        { kind: 'choice', name: 'assigneeId', label: 'Looked after by', choices: assignees, isRare: true },
        { kind: 'yes-no', name: 'isAssigned', label: 'Handed out', isRare: true },
        { kind: 'choices', name: 'priority', label: 'Priority', choices: PRIORITIES, isRare: true },
        { kind: 'instant', name: 'dueBefore', label: 'Due before', isRare: true },
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
