// Orders that are stopped.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Instant, StatusBadge } from '../../kit/show/values.tsx'
import { STATES, type Stop, stateColor, whatInShort } from './stop-words.ts'

export default function StopsPage() {
  return (
    <PageFrame
      title="Stops"
      description="Orders that every gateway declines for a while: of an institution, a partner, a terminal, a service, a corridor."
      actions={
        <Allowed module="INSTITUTIONS" action="ACTIVATE">
          <LinkButton to="/stops/new">Stop orders</LinkButton>
        </Allowed>
      }
    >
      <RecordList<Stop>
        label="Stops"
        queryKey={['stops', 'list', '']}
        load={({ page, size, sort, filters: { institutionId, state } }) =>
          ask(
            admin.listStops(
              present({ page, size, sort }),
              present({ institutionId, state: listOf<Stop['state']>(state) }),
            ),
          )
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/stops/${id}`}
        columns={[
          { title: 'What is stopped', render: (stop) => whatInShort(stop) },
          { title: 'Reason', sort: 'reason', render: ({ reason }) => reason },
          { title: 'Since', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} />, width: 190 },
          { title: 'Ends', sort: 'expiresAt', render: ({ expiresAt }) => <Instant at={expiresAt} />, width: 190 },
          {
            title: 'Status',
            render: ({ state }) => <StatusBadge status={state} color={stateColor(state)} />,
            width: 120,
          },
        ]}
        filters={[
          { kind: 'institution', name: 'institutionId', label: 'Institution' },
          { kind: 'choices', name: 'state', label: 'Status', choices: STATES },
        ]}
        empty={{ title: 'Nothing is stopped', hint: 'A stop declines orders at once, and ends by itself.' }}
      />
    </PageFrame>
  )
}
