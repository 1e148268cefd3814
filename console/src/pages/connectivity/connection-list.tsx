// Connections to cores, of one institution or of all.

import { Stack, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { AddButton } from '../../kit/list/add-button.tsx'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { type Column, listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { formatWord } from '../../kit/show/format.ts'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { addressOf, CORE_TYPES, type Connection, coreTypeName, ENVIRONMENTS, STATUSES } from './connection.ts'

const FILTERS: readonly Filter[] = [
  { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name or address', width: 220 },
  { kind: 'institution', name: 'institutionId', label: 'Institution' },
  { kind: 'choice', name: 'environment', label: 'Environment', choices: ENVIRONMENTS, width: 140 },
  { kind: 'choice', name: 'coreType', label: 'Core', choices: CORE_TYPES, width: 160 },
  {
    kind: 'choice',
    name: 'status',
    label: 'Status',
    choices: STATUSES.map((value) => ({ value, label: formatWord(value) })),
    width: 140,
  },
]

const COLUMNS: readonly Column<Connection>[] = [
  { title: 'Name', sort: 'name', render: ({ name }) => name },
  { title: 'Environment', sort: 'environment', render: ({ environment }) => environment, width: 120 },
  { title: 'Core', sort: 'coreType', render: ({ coreType }) => coreTypeName(coreType), width: 140 },
  { title: 'Address', render: (connection) => addressOf(connection) },
  { title: 'Last test', render: ({ lastTest }) => <LastTest test={lastTest} />, width: 150 },
  { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 110 },
]

const INSTITUTION: Column<Connection> = {
  title: 'Institution',
  sort: 'institutionId',
  render: ({ institutionId }) => <Id>{institutionId}</Id>,
  width: 120,
}

/** With an institution, as a part of its page; otherwise the whole list with its filters. */
export function ConnectionList({ institutionId }: { institutionId?: string }) {
  const [name, ...rest] = COLUMNS
  const columns = institutionId === undefined && name !== undefined ? [name, INSTITUTION, ...rest] : COLUMNS
  return (
    <Stack gap="sm">
      {institutionId !== undefined && (
        <AddButton
          module="CORE_CONNECTIVITY"
          to="/connectivity/new"
          institutionId={institutionId}
          label="Connect a core"
        />
      )}
      <RecordList
        label="Core connectivity"
        urlPrefix={institutionId === undefined ? '' : 'core-'}
        queryKey={['connectivity', 'list', institutionId ?? '']}
        load={({ page, size, sort, filters }) =>
          ask(
            admin.listCoreConnectivity(
              present({ page, size, sort }),
              present({
                search: filters.search,
                institutionId: institutionId ?? filters.institutionId,
                environment: listOf<Connection['environment']>(filters.environment),
                coreType: listOf<Connection['coreType']>(filters.coreType),
                status: listOf<Connection['status']>(filters.status),
              }),
            ),
          )
        }
        columns={columns}
        filters={institutionId === undefined ? FILTERS : []}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/connectivity/${id}`}
        empty={{
          title: 'No core is connected yet',
          hint: 'A connection is set up, tested, and then activated. Until then orders are answered with 907.',
        }}
      />
    </Stack>
  )
}

function LastTest({ test }: { test: Connection['lastTest'] }) {
  if (test === null) return <>Never</>
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={test.status} />
      <Text size="xs" c="dimmed">
        <Instant at={test.at} />
      </Text>
    </Stack>
  )
}
