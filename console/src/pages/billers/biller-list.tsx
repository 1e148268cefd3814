// Billers: every one, and those of one institution.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, present } from '../../kit/list/record-list.tsx'
import {
  institutionColumn,
  ListOfInstitution,
  type ResourceListing,
  ResourceListPage,
} from '../../kit/list/resource-list.tsx'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'

const BILLERS: ResourceListing<onboarding.BillerRecord> = {
  title: 'Billers',
  description: 'Companies whose bills customers can pay, each from the accounts of one institution.',
  noun: 'biller',
  path: '/billers',
  module: 'INSTITUTIONS',
  cacheKey: 'billers',
  load: ({ page, size, sort, filters: { search, institutionId, isActive } }) =>
    ask(
      admin.listBillers(
        present({ page, size, sort }),
        present({ search, institutionId, isActive: booleanOf(isActive) }),
      ),
    ),
  columns: [
    { title: 'Biller', sort: 'billerId', render: ({ billerId }) => <Id>{billerId}</Id>, width: 160 },
    { title: 'Name', sort: 'name', render: ({ name }) => name },
    institutionColumn(({ institutionId }) => <Id>{institutionId}</Id>, 130),
    { title: 'BIN', sort: 'bin', render: ({ bin }) => <Id>{bin}</Id>, width: 110 },
    { title: 'Changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} />, width: 190 },
    {
      title: 'Status',
      sort: 'isActive',
      render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
      width: 110,
    },
  ],
  filters: [
    { kind: 'search', name: 'search', label: 'Search', placeholder: 'Biller or name' },
    { kind: 'institution', name: 'institutionId', label: 'Institution' },
    { kind: 'yes-no', name: 'isActive', label: 'Active' },
  ],
  empty: { title: 'No billers yet', hint: 'Companies whose bills customers of the institution can pay.' },
}

export default function BillersPage() {
  return <ResourceListPage {...BILLERS} />
}

export function BillerList({ institutionId }: { institutionId: string }) {
  return <ListOfInstitution of={BILLERS} institutionId={institutionId} add="Add a biller" urlPrefix="billers-" />
}
