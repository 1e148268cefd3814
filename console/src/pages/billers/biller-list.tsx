// Billers, of one institution or of all.

import { Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { AddButton } from '../../kit/list/add-button.tsx'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { booleanOf, type Column, present, RecordList } from '../../kit/list/record-list.tsx'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'

type Biller = onboarding.BillerRecord

const COLUMNS: readonly Column<Biller>[] = [
  { title: 'Biller', sort: 'billerId', render: ({ billerId }) => <Id>{billerId}</Id>, width: 160 },
  { title: 'Name', sort: 'name', render: ({ name }) => name },
  { title: 'BIN', sort: 'bin', render: ({ bin }) => <Id>{bin}</Id>, width: 110 },
  { title: 'Changed', sort: 'updatedAt', render: ({ updatedAt }) => <Instant at={updatedAt} />, width: 190 },
  {
    title: 'Status',
    sort: 'isActive',
    render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
    width: 110,
  },
]

const INSTITUTION: Column<Biller> = {
  title: 'Institution',
  sort: 'institutionId',
  render: ({ institutionId }) => <Id>{institutionId}</Id>,
  width: 130,
}

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Biller or name' },
  { kind: 'institution', name: 'institutionId', label: 'Institution' },
  { kind: 'yes-no', name: 'isActive', label: 'Active' },
]

/** With an institution, as a part of its page; otherwise the whole list with its filters. */
export function BillerList({ institutionId }: { institutionId?: string }) {
  const [biller, name, ...rest] = COLUMNS
  const columns =
    institutionId === undefined && biller !== undefined && name !== undefined
      ? [biller, name, INSTITUTION, ...rest]
      : COLUMNS
  return (
    <Stack gap="sm">
      {institutionId !== undefined && (
        <AddButton module="INSTITUTIONS" to="/billers/new" institutionId={institutionId} label="Add a biller" />
      )}
      <RecordList
        label="Billers"
        urlPrefix={institutionId === undefined ? '' : 'billers-'}
        queryKey={['billers', 'list', institutionId ?? '']}
        load={({ page, size, sort, filters }) =>
          ask(
            admin.listBillers(
              present({ page, size, sort }),
              present({
                search: filters.search,
                institutionId: institutionId ?? filters.institutionId,
                isActive: booleanOf(filters.isActive),
              }),
            ),
          )
        }
        columns={columns}
        filters={institutionId === undefined ? FILTERS : []}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/billers/${id}`}
        empty={{ title: 'No billers yet', hint: 'Companies whose bills customers of the institution can pay.' }}
      />
    </Stack>
  )
}
