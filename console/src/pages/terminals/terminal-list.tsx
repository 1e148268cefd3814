// Terminals: of all institutions that the user sees, and of one.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { listOf, present } from '../../kit/list/record-list.tsx'
import {
  institutionColumn,
  ListOfInstitution,
  type ResourceListing,
  ResourceListPage,
} from '../../kit/list/resource-list.tsx'
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

const TERMINALS: ResourceListing<Terminal> = {
  title: 'Terminals',
  description:
    'ATMs, teller desks, telephone lines, apps and points of sale. Only active ones serve customers; orders from others are declined (120).',
  noun: 'terminal',
  path: '/terminals',
  module: 'TERMINALS',
  cacheKey: 'terminals',
  load: ({ page, size, sort, filters: { search, institutionId, subTenantId, kind, status } }) =>
    ask(
      admin.listTerminals(
        present({ page, size, sort }),
        present({
          search,
          institutionId,
          subTenantId,
          kind: listOf<Terminal['kind']>(kind),
          status: listOf<Terminal['status']>(status),
        }),
      ),
    ),
  columns: [
    { title: 'Terminal', sort: 'terminalId', render: ({ terminalId }) => <Id>{terminalId}</Id>, width: 140 },
    { title: 'Kind', sort: 'kind', render: ({ kind }) => kindWord(kind), width: 140 },
    { title: 'Location', sort: 'location', render: ({ location }) => location },
    institutionColumn(({ institutionId }) => <Id>{institutionId}</Id>, 120),
    { title: 'Branch', sort: 'branchId', render: ({ branchId }) => branchId, width: 100 },
    { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 140 },
  ],
  empty: { title: 'No terminals yet', hint: 'Cash machines, teller desks and other devices of its channels.' },
}

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Terminal, acceptor or location' },
  { kind: 'institution', name: 'institutionId', label: 'Institution' },
  { kind: 'choices', name: 'kind', label: 'Kind', choices: KINDS, width: 150 },
  { kind: 'choices', name: 'status', label: 'Status', choices: STATUSES, width: 150 },
]

export default function TerminalsPage() {
  const [{ institutionId }] = useUrlState()
  // A sub-tenant is chosen by name; which there are depends on the institution.
  const subTenants = useSubTenants(institutionId ?? null)
  const ofSubTenant: Filter = {
    kind: 'choice',
    name: 'subTenantId',
    label: 'Sub-tenant',
    choices: subTenants,
    width: 200,
  }
  return <ResourceListPage {...TERMINALS} filters={subTenants.length === 0 ? FILTERS : [...FILTERS, ofSubTenant]} />
}

export function TerminalList({ institutionId }: { institutionId: string }) {
  return <ListOfInstitution of={TERMINALS} institutionId={institutionId} add="Add a terminal" urlPrefix="terminals-" />
}
