// Connections to cores: every one, and those of one institution.

import { Stack, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { listOf, present } from '../../kit/list/record-list.tsx'
import {
  institutionColumn,
  ListOfInstitution,
  type ResourceListing,
  ResourceListPage,
} from '../../kit/list/resource-list.tsx'
import { formatWord } from '../../kit/show/format.ts'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { addressOf, CORE_TYPES, type Connection, coreTypeName, ENVIRONMENTS, STATUSES } from './connection.ts'

const CONNECTIONS: ResourceListing<Connection> = {
  title: 'Core connectivity',
  description:
    "How the gateway reaches the core bank that keeps an institution's accounts. One connection is active per institution and environment.",
  noun: 'connection',
  path: '/connectivity',
  module: 'CORE_CONNECTIVITY',
  cacheKey: 'connectivity',
  load: ({ page, size, sort, filters: { search, institutionId, environment, coreType, status } }) =>
    ask(
      admin.listCoreConnectivity(
        present({ page, size, sort }),
        present({
          search,
          institutionId,
          environment: listOf<Connection['environment']>(environment),
          coreType: listOf<Connection['coreType']>(coreType),
          status: listOf<Connection['status']>(status),
        }),
      ),
    ),
  columns: [
    { title: 'Name', sort: 'name', render: ({ name }) => name },
    institutionColumn(({ institutionId }) => <Id>{institutionId}</Id>, 120),
    { title: 'Environment', sort: 'environment', render: ({ environment }) => environment, width: 120 },
    { title: 'Core', sort: 'coreType', render: ({ coreType }) => coreTypeName(coreType), width: 140 },
    { title: 'Address', render: (connection) => addressOf(connection) },
    { title: 'Last test', render: ({ lastTest }) => <LastTest test={lastTest} />, width: 150 },
    { title: 'Status', sort: 'status', render: ({ status }) => <StatusBadge status={status} />, width: 110 },
  ],
  filters: [
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
  ],
  empty: {
    title: 'No core is connected yet',
    hint: 'A connection is set up, tested, and then activated. Until then orders are answered with 907.',
  },
}

export default function ConnectionsPage() {
  return <ResourceListPage {...CONNECTIONS} />
}

export function ConnectionList({ institutionId }: { institutionId: string }) {
  return <ListOfInstitution of={CONNECTIONS} institutionId={institutionId} add="Connect a core" urlPrefix="core-" />
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
