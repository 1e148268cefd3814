// The account types of an institution.

import { Group, Stack } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present, RecordList } from '../../kit/list/record-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { formatWord } from '../../kit/show/format.ts'
import { Id, StatusBadge } from '../../kit/show/values.tsx'

export function InstitutionAccountTypes({ institutionId }: { institutionId: string }) {
  return (
    <Stack gap="sm">
      <Group justify="flex-end">
        <PageLink to="/account-types" search={{ institutionId }}>
          Add and manage account types
        </PageLink>
      </Group>
      <RecordList
        label="Account types"
        urlPrefix="types-"
        queryKey={['account-types', 'list', 'of', institutionId]}
        load={({ page, size, sort }) => ask(admin.listAccountTypes(present({ page, size, sort }), { institutionId }))}
        columns={[
          { title: 'Code', sort: 'code', render: ({ code }) => <Id>{code}</Id>, width: 110 },
          { title: 'Description', render: ({ description }) => description },
          { title: 'Category', render: ({ category }) => (category === 'ASSET' ? 'Loan' : 'Deposit account') },
          { title: 'Capability', render: ({ defaultTxnCapability }) => <Id>{defaultTxnCapability}</Id>, width: 110 },
          { title: 'Balances', render: ({ balanceTypes }) => balanceTypes.map(formatWord).join(', ') },
          {
            title: 'Status',
            render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
            width: 110,
          },
        ]}
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/account-types/${id}`}
        empty={{
          title: 'No account types yet',
          hint: 'Activation needs one: channels only use accounts of a known type.',
        }}
      />
    </Stack>
  )
}
