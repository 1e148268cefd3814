// Changes that wait for approval: those that wait for the user first, then all that the user may see.

import { Stack, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { booleanOf, listOf, present } from '../../kit/list/record-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Instant, StatusBadge } from '../../kit/show/values.tsx'
import { serverMessage } from '../../texts/server-messages.ts'
import { auditWords } from '../audit/audit-words.ts'
import { InstitutionLabel } from '../digital/parties/institution-names.tsx'
import { type ListedChangeRequest, operationInWords, STATES } from './change-request-words.ts'
import { WhatWaits } from './what-waits.tsx'

export default function ChangeRequestsPage() {
  return (
    <ListPage<ListedChangeRequest>
      title="Approvals"
      description="Changes that need a second person. They are carried out when another user approves them, in the name of the user who asked, and expire after seven days. What could not wait is reviewed afterwards."
      queryKey={['change-requests']}
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listChangeRequests(
            present({ page, size, sort }),
            present({
              state: listOf<ListedChangeRequest['state']>(filters.state),
              waitsForMe: booleanOf(filters.waitsForMe),
            }),
          ),
        )
      }
      columns={[
        {
          title: 'Change',
          sort: 'operation',
          render: (request) => (
            <Stack gap={0}>
              <PageLink to={`/change-requests/${request.id}`}>{operationInWords(request.operation)}</PageLink>
              <Text size="xs" c="dimmed">
                {request.recordName ?? auditWords(request.resource)}
              </Text>
            </Stack>
          ),
        },
        {
          title: 'Institution',
          sort: 'institutionId',
          render: ({ institutionId }) => <InstitutionLabel id={institutionId} />,
          width: 130,
        },
        { title: 'Asked by', sort: 'requestedBy', render: ({ requestedBy }) => requestedBy },
        { title: 'Asked', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} />, width: 190 },
        { title: 'Expires', sort: 'expiresAt', render: ({ expiresAt }) => <Instant at={expiresAt} />, width: 190 },
        {
          title: 'State',
          render: ({ state, waitsForMe, cannotApprove, emergency }) => (
            <Stack gap={2} align="flex-start">
              <StatusBadge status={state} />
              {waitsForMe && (
                <Text size="xs" c="dimmed">
                  Waits for you
                </Text>
              )}
              {emergency?.isOverdue && (
                <Text size="xs" c="red">
                  Review overdue
                </Text>
              )}
              {cannotApprove !== undefined && (
                <Text size="xs" c="dimmed" title={serverMessage(cannotApprove)}>
                  Not yours to approve
                </Text>
              )}
            </Stack>
          ),
          width: 130,
        },
      ]}
      filters={[
        { kind: 'yes-no', name: 'waitsForMe', label: 'Waits for me' },
        { kind: 'choices', name: 'state', label: 'State', choices: STATES, width: 160 },
      ]}
      rowKey={({ id }) => id}
      empty={{ title: 'Nothing waits', hint: 'No change that you may see needs a second person.' }}
    >
      <WhatWaits />
    </ListPage>
  )
}
