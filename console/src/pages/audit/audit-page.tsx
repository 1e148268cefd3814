// Every change and every sign-in event, newest first.

import { Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { useRecordPath } from '../../kit/page/record-path.ts'
import { startOfDay } from '../../kit/show/time-zone.ts'
import { Id, Instant } from '../../kit/show/values.tsx'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'
import { actorOf, auditWords, RESOURCES } from './audit-words.ts'
import { ChainVerification } from './chain-verification.tsx'
import { OutcomeBadge } from './outcome-badge.tsx'

const FILTERS: readonly Filter[] = [
  { kind: 'date', name: 'from', label: 'From' },
  { kind: 'date', name: 'to', label: 'To' },
  { kind: 'text', name: 'actorEmail', label: 'Who', placeholder: 'Whole e-mail', width: 170 },
  {
    kind: 'choice',
    name: 'resource',
    label: 'Kind of record',
    choices: RESOURCES.map((value) => ({ value, label: auditWords(value) })),
    width: 160,
  },
  {
    kind: 'choice',
    name: 'outcome',
    label: 'Outcome',
    choices: [
      { value: 'SUCCESS', label: 'Success' },
      { value: 'FAILURE', label: 'Failure' },
    ],
    width: 110,
  },
  { kind: 'text', name: 'action', label: 'Action', placeholder: 'user.update', width: 160, isRare: true },
  { kind: 'text', name: 'institutionId', label: 'Institution', placeholder: 'FI001', width: 120, isRare: true },
  { kind: 'text', name: 'resourceId', label: 'Record', placeholder: 'Id of the record', width: 190, isRare: true },
  { kind: 'text', name: 'actorId', label: 'User id', placeholder: 'Id of who did it', width: 190, isRare: true },
  {
    kind: 'text',
    name: 'correlationId',
    label: 'Correlation id',
    placeholder: 'Of one request',
    width: 190,
    isRare: true,
  },
]

export default function AuditPage() {
  return (
    <ListPage
      title="Audit log"
      description="Every change and every sign-in event. Each record carries the hash of the one before it, so nothing can be changed or removed unnoticed."
      actions={<ChainVerification />}
      queryKey={['audit', 'list']}
      load={({ page, size, filters: { from, to, outcome, ...filters } }) =>
        ask(
          admin.listAuditLogs(
            { page, size },
            present({
              ...filters,
              from: startOfDay(from),
              to: startOfDay(to, 1),
              outcome: outcome as 'SUCCESS' | undefined,
            }),
          ),
        )
      }
      columns={[
        {
          title: 'What',
          render: ({ action }) => (
            <>
              {auditWords(action)}
              <Text size="xs" c="dimmed">
                {action}
              </Text>
            </>
          ),
        },
        { title: 'When', render: ({ at }) => <Instant at={at} /> },
        { title: 'Who', render: (record) => actorOf(record) },
        {
          title: 'Record',
          render: ({ resource, resourceId }) => <AuditedRecord resource={resource} resourceId={resourceId} />,
        },
        { title: 'Institution', render: ({ institutionId }) => <InstitutionLabel id={institutionId} /> },
        { title: 'Outcome', render: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
      ]}
      filters={FILTERS}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/audit/${id}`}
      empty={{ title: 'Nothing is recorded yet' }}
    />
  )
}

function AuditedRecord({ resource, resourceId }: { resource: string; resourceId: string | null }) {
  const to = useRecordPath()(resource, resourceId)
  if (to !== undefined) return <PageLink to={to}>{auditWords(resource)}</PageLink>
  return (
    <>
      {auditWords(resource)} {resourceId !== null && resourceId.length <= 20 && <Id>{resourceId}</Id>}
    </>
  )
}
