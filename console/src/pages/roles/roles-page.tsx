// All roles.

import { Badge, Group, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Id } from '../../kit/show/values.tsx'
import { RoleStatus } from './role-status.tsx'

export default function RolesPage() {
  return (
    <ResourceListPage
      title="Roles"
      description="A role settles what its users may do: actions on modules. Every user has exactly one."
      noun="role"
      path="/roles"
      module="ROLES"
      scope="institution"
      cacheKey="roles"
      load={({ page, size, filters }) =>
        ask(
          admin.listRoles(
            { page, size },
            present({
              search: filters.search,
              isEnabled: booleanOf(filters.isEnabled),
              isSystem: booleanOf(filters.isSystem),
            }),
          ),
        )
      }
      columns={[
        {
          title: 'Name',
          render: ({ roleName, isSystem }) => (
            <Group gap={6}>
              {roleName}
              {isSystem && (
                <Badge variant="default" radius="sm" tt="none">
                  System
                </Badge>
              )}
            </Group>
          ),
        },
        {
          title: 'Description',
          render: ({ description }) => (
            <Text size="sm" lineClamp={2}>
              {description === '' ? '—' : description}
            </Text>
          ),
        },
        { title: 'Institution', render: ({ institutionId }) => <Id>{institutionId}</Id> },
        {
          title: 'Users',
          numeric: true,
          render: ({ id, userCount }) =>
            userCount === 0 ? (
              '0'
            ) : (
              <PageLink to="/users" search={{ roleId: id }}>
                {formatCount(userCount)}
              </PageLink>
            ),
        },
        { title: 'Status', render: ({ isEnabled }) => <RoleStatus isEnabled={isEnabled} /> },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name or description' },
        { kind: 'yes-no', name: 'isEnabled', label: 'Enabled' },
        { kind: 'yes-no', name: 'isSystem', label: 'System role' },
      ]}
      empty={{ title: 'No roles' }}
    />
  )
}
