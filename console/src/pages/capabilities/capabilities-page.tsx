// The transaction capabilities as a matrix: what accounts of each may be used for.

import { Badge } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { Tick } from '../../kit/show/tick.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { FLAGS } from './flags.ts'

export default function CapabilitiesPage() {
  return (
    <ResourceListPage<onboarding.TransactionCapability>
      title="Transaction capabilities"
      description="What an account may be used for. Every account has one of these codes, which are the same for all institutions. Only those marked “Own” can be changed."
      noun="capability"
      path="/capabilities"
      module="TXN_CAPABILITIES"
      scope="platform"
      cacheKey="capabilities"
      defaultSort="code:asc"
      load={({ page, size, sort, filters }) =>
        ask(
          admin.listTransactionCapabilities(
            present({ page, size, sort }),
            present({
              search: filters.search,
              isSystem: booleanOf(filters.isSystem),
              isActive: booleanOf(filters.isActive),
            }),
          ),
        )
      }
      columns={[
        { title: 'Code', sort: 'code', render: ({ code }) => <Id>{code}</Id>, width: 80 },
        {
          title: 'Description',
          sort: 'description',
          render: ({ description, isSystem }) => (
            <>
              {description}{' '}
              {!isSystem && (
                <Badge size="sm" variant="light" radius="sm" tt="none" ml={4}>
                  Own
                </Badge>
              )}
            </>
          ),
        },
        ...FLAGS.map(({ flag, label, short }) => ({
          title: short,
          width: 70,
          render: ({ flags }: onboarding.TransactionCapability) => <Tick value={flags[flag]} label={label} />,
        })),
        {
          title: 'Status',
          render: ({ isActive }) => <StatusBadge status={isActive ? 'ACTIVE' : 'INACTIVE'} />,
          width: 90,
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Code or description' },
        { kind: 'yes-no', name: 'isSystem', label: 'Of the platform', width: 150 },
        { kind: 'yes-no', name: 'isActive', label: 'Active' },
      ]}
      empty={{ title: 'No transaction capabilities' }}
    />
  )
}
