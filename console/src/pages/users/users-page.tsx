// Everyone who can sign in to the console.

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { booleanOf, listOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { Instant, StatusBadge } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { secondFactorOf, USER_STATUSES, type UserStatus } from './user-words.ts'

export default function UsersPage() {
  return (
    <ResourceListPage
      title="Users"
      description="People who sign in to the console. What each may do is settled by their role, and how far they see by their institution."
      noun="user"
      path="/users"
      module="USERS"
      cacheKey="users"
      load={({ page, size, filters }) =>
        ask(
          admin.listUsers(
            { page, size },
            present({
              search: filters.search,
              roleId: filters.roleId,
              status: listOf<UserStatus>(filters.status),
              isActive: booleanOf(filters.isActive),
              mfaEnable: booleanOf(filters.mfaEnable),
            }),
          ),
        )
      }
      columns={[
        {
          title: 'Name',
          render: ({ firstName, lastName, mailID }) => (
            <>
              {firstName} {lastName}
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {mailID}
              </Text>
            </>
          ),
        },
        { title: 'Role', render: ({ roleName }) => <span style={{ overflowWrap: 'anywhere' }}>{roleName}</span> },
        { title: 'Status', render: ({ status }) => <StatusBadge status={status} /> },
        { title: 'Second factor', render: secondFactorOf },
        { title: 'Institution', render: ({ institutionId }) => institutionId ?? 'All' },
        { title: 'Last sign-in', render: ({ lastLoginAt }) => <Instant at={lastLoginAt} /> },
      ]}
      filters={useFilters()}
      empty={{ title: 'No users yet', hint: 'Make the first one: they are invited by mail to choose a password.' }}
    />
  )
}

function useFilters(): readonly Filter[] {
  const canListRoles = useMay()('ROLES', 'VIEW')
  const roles = useQuery({
    queryKey: ['roles', 'choices', ''],
    queryFn: () => ask(admin.listRoles({ size: 200 }, {})),
    enabled: canListRoles,
    staleTime: 60_000,
  })
  const choices = (roles.data?.content ?? []).map(({ id, roleName }) => ({ value: id, label: roleName }))
  return [
    { kind: 'search', name: 'search', label: 'Search', placeholder: 'Name or e-mail' },
    ...(canListRoles ? ([{ kind: 'choice', name: 'roleId', label: 'Role', choices }] as const) : []),
    { kind: 'choices', name: 'status', label: 'Status', choices: USER_STATUSES },
    { kind: 'yes-no', name: 'isActive', label: 'May sign in' },
    { kind: 'yes-no', name: 'mfaEnable', label: 'Second factor' },
  ]
}
