// All roles.

import { Badge, Group, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { booleanOf, present } from '../../kit/list/record-list.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Id } from '../../kit/show/values.tsx'
import { RoleStatus } from './role-status.tsx'

export default function RolesPage() {
  return (
    <ListPage
      title="Roles"
      description="A role settles what its users may do: actions on modules. Every user has exactly one."
      actions={
        <Allowed module="ROLES" action="CREATE" scope="institution">
          <LinkButton to="/roles/new" leftSection={<IconPlus size={16} />}>
            New role
          </LinkButton>
        </Allowed>
      }
      queryKey={['roles', 'list']}
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
      rowKey={({ id }) => id}
      rowTo={({ id }) => `/roles/${id}`}
      empty={{ title: 'No roles' }}
    />
  )
}
