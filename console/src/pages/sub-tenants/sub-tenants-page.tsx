// Every sub-tenant.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { formatWord } from '../../kit/show/format.ts'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { STATUSES, type SubTenant } from './sub-tenant.ts'

export default function SubTenantsPage() {
  return (
    <ResourceListPage
      title="Sub-tenants"
      description="Parts of an institution with users and terminals of their own, such as an agent or a branch network."
      noun="sub-tenant"
      path="/sub-tenants"
      module="SUB_TENANTS"
      scope="institution"
      cacheKey="sub-tenants"
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listSubTenants(
            present({ page, size, sort }),
            present({
              search: filters.search,
              institutionId: filters.institutionId,
              status: listOf<SubTenant['status']>(filters.status),
            }),
          ),
        )
      }
      columns={[
        { title: 'Code', sort: 'tenantCode', render: ({ tenantCode }) => <Id>{tenantCode}</Id>, width: 150 },
        { title: 'Name', sort: 'name', render: ({ name }) => name },
        {
          title: 'Institution',
          sort: 'institutionId',
          render: ({ institutionId }) => <Id>{institutionId}</Id>,
          width: 130,
        },
        { title: 'Contact', render: ({ contactEmail }) => contactEmail },
        { title: 'Changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} />, width: 190 },
        { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 120 },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code, name or e-mail' },
        { kind: 'institution', name: 'institutionId', label: 'Institution' },
        {
          kind: 'choices',
          name: 'status',
          label: 'Status',
          choices: STATUSES.map((value) => ({ value, label: formatWord(value) })),
        },
      ]}
      empty={{
        title: 'No sub-tenants yet',
        hint: 'Make one when a part of an institution shall see its own terminals and transactions only.',
      }}
    />
  )
}
