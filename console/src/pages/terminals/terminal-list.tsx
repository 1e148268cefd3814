// Terminals, of one institution or of all that the user sees.

import { Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { AddButton } from '../../kit/list/add-button.tsx'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { type Column, listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { KINDS, kindWord } from './terminal-words.ts'
import { useSubTenants } from './use-institution.ts'

type Terminal = onboarding.Terminal

const STATUSES = [
  { value: 'REGISTERED', label: 'Registered' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'INACTIVE', label: 'Inactive' },
  { value: 'DECOMMISSIONED', label: 'Decommissioned' },
]

const INSTITUTION: Column<Terminal> = {
  title: 'Institution',
  sort: 'institutionId',
  render: ({ institutionId }) => <Id>{institutionId}</Id>,
  width: 120,
}

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Terminal, acceptor or location' },
  { kind: 'institution', name: 'institutionId', label: 'Institution' },
  { kind: 'choices', name: 'kind', label: 'Kind', choices: KINDS, width: 150 },
  { kind: 'choices', name: 'status', label: 'Status', choices: STATUSES, width: 150 },
]

/** With an institution, as a part of its page; otherwise the whole list with its filters. */
export function TerminalList({ institutionId }: { institutionId?: string }) {
  const [url] = useUrlState()
  // A sub-tenant is chosen by name; which there are depends on the institution.
  const subTenants = useSubTenants(institutionId === undefined ? (url.institutionId ?? null) : null)
  const ofSubTenant: Filter[] =
    subTenants.length === 0
      ? []
      : [{ kind: 'choice', name: 'subTenantId', label: 'Sub-tenant', choices: subTenants, width: 200 }]
  return (
    <Stack gap="sm">
      {institutionId !== undefined && (
        <AddButton module="TERMINALS" to="/terminals/new" institutionId={institutionId} label="Add a terminal" />
      )}
      <RecordList<Terminal>
        label="Terminals"
        urlPrefix={institutionId === undefined ? '' : 'terminals-'}
        queryKey={['terminals', 'list', institutionId ?? '']}
        load={({ page, size, sort, filters }) =>
          ask(
            admin.listTerminals(
              present({ page, size, sort }),
              present({
                search: filters.search,
                institutionId: institutionId ?? filters.institutionId,
                subTenantId: filters.subTenantId,
                kind: listOf<Terminal['kind']>(filters.kind),
                status: listOf<Terminal['status']>(filters.status),
              }),
            ),
          )
        }
        columns={[
          { title: 'Terminal', sort: 'terminalId', render: ({ terminalId }) => <Id>{terminalId}</Id>, width: 140 },
          { title: 'Kind', sort: 'kind', render: ({ kind }) => kindWord(kind), width: 140 },
          { title: 'Location', sort: 'location', render: ({ location }) => location },
          ...(institutionId === undefined ? [INSTITUTION] : []),
          { title: 'Branch', sort: 'branchId', render: ({ branchId }) => branchId, width: 100 },
          { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 140 },
        ]}
        filters={institutionId === undefined ? [...FILTERS, ...ofSubTenant] : []}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/terminals/${id}`}
        empty={{ title: 'No terminals yet', hint: 'Cash machines, teller desks and other devices of its channels.' }}
      />
    </Stack>
  )
}
