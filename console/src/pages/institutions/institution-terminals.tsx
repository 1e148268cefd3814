// The terminals of an institution.

import { Group, Stack } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present, RecordList } from '../../kit/list/record-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'

export function InstitutionTerminals({ institutionId }: { institutionId: string }) {
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <PageLink to="/terminals" search={{ institutionId }}>
          Add and manage terminals
        </PageLink>
      </Group>
      <RecordList
        label="Terminals"
        urlPrefix="terminals-"
        queryKey={['terminals', 'list', 'of', institutionId]}
        load={({ page, size, sort }) => ask(admin.listTerminals(present({ page, size, sort }), { institutionId }))}
        columns={[
          { title: 'Terminal', sort: 'terminalId', render: ({ terminalId }) => <Id>{terminalId}</Id>, width: 150 },
          { title: 'Kind', render: ({ kind }) => kind, width: 100 },
          { title: 'Location', render: ({ location }) => location },
          { title: 'Branch', render: ({ branchId }) => branchId, width: 100 },
          { title: 'Status', render: ({ status }) => <StatusBadge status={status} />, width: 140 },
        ]}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/terminals/${id}`}
        empty={{ title: 'No terminals yet', hint: 'Cash machines, tellers and other devices of its channels.' }}
      />
    </Stack>
  )
}
