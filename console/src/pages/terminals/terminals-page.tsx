// The terminals of the institutions that the user sees.

import { IconPlus } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { listOf, present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { KINDS, kindWord } from './terminal-words.ts'

type Terminal = onboarding.Terminal

const STATUSES = [
  { value: 'REGISTERED', label: 'Registered' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INACTIVE', label: 'Inactive' },
  { value: 'DECOMMISSIONED', label: 'Decommissioned' },
]

export default function TerminalsPage() {
  const [{ institutionId }] = useUrlState()
  return (
    <ListPage<Terminal>
      title="Terminals"
      description="ATMs, teller desks, telephone lines, apps and points of sale where customers are served. Only active ones are: orders from others are declined with 120."
      actions={
        <Allowed module="TERMINALS" action="CREATE">
          <LinkButton to="/terminals/new" search={{ institutionId }} leftSection={<IconPlus size={16} />}>
            New terminal
          </LinkButton>
        </Allowed>
      }
      queryKey={['terminals']}
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listTerminals(
            present({ page, size, sort }),
            present({
              search: filters.search,
              institutionId: filters.institutionId,
              subTenantId: filters.subTenantId,
              kind: listOf<Terminal['kind']>(filters.kind),
              status: listOf<Terminal['status']>(filters.status),
            }),
          ),
        )
      }
      columns={[
        { title: 'Terminal', sort: 'terminalId', render: ({ terminalId }) => <Id>{terminalId}</Id>, width: 140 },
        { title: 'Kind', sort: 'kind', render: ({ kind }) => kindWord(kind), width: 130 },
        { title: 'Location', sort: 'location', render: ({ location }) => location },
        {
          title: 'Institution',
          sort: 'institutionId',
          render: (terminal) => <Id>{terminal.institutionId}</Id>,
          width: 120,
        },
        { title: 'Branch', sort: 'branchId', render: ({ branchId }) => branchId, width: 100 },
        { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 140 },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Terminal, acceptor or location' },
        { kind: 'institution', name: 'institutionId', label: 'Institution' },
        { kind: 'choices', name: 'kind', label: 'Kind', choices: KINDS, width: 160 },
        { kind: 'choices', name: 'status', label: 'Status', choices: STATUSES, width: 160 },
        { kind: 'text', name: 'subTenantId', label: 'Sub-tenant', placeholder: 'Its id (UUID)', width: 160 },
      ]}
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/terminals/${id}`}
      empty={{ title: 'No terminals yet', hint: 'An institution needs a terminal before it can be used at one.' }}
    />
  )
}
