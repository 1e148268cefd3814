// One role: what it grants, and who has it.

import { Alert } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { Stamp } from '../../kit/show/stamp.tsx'
import { Id } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { useUser } from '../../session/session.ts'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { GrantMatrix } from './grant-matrix.tsx'
import { covers, grantsOf } from './grants.ts'
import { useModuleRows } from './module-rows.ts'
import { RoleActions } from './role-actions.tsx'
import { RoleStatus } from './role-status.tsx'

export default function RolePage() {
  const id = usePathParameter('id')
  const lockOf = useLock()
  return (
    <RecordFrame
      noun="Role"
      list={['Roles', '/roles']}
      queryKey={['roles', id]}
      load={() => ask(admin.getRole({ id }))}
      frame={(role) => ({
        title: role.roleName,
        description: role.description || undefined,
        badge: <RoleStatus isEnabled={role.isEnabled} />,
        actions: lockOf(role) === undefined && <RoleActions role={role} />,
      })}
    >
      {(role) => <RoleRecord role={role} lock={lockOf(role)} />}
    </RecordFrame>
  )
}

/** Says in words why the reader cannot change a role. */
function useLock(): (role: onboarding.Role) => string | undefined {
  const user = useUser()
  const may = useMay()
  const wouldChange = may('ROLES', 'UPDATE') || may('ROLES', 'ACTIVATE') || may('ROLES', 'DELETE')
  return (role) => {
    if (role.isSystem) return 'This role came with the platform. It can be given to users, but not changed.'
    if (wouldChange && !covers(grantsOf(user.modules), grantsOf(role.modules))) {
      return 'This role grants more than your own, so you cannot change it.'
    }
    if (wouldChange && user.institutionId !== undefined && role.institutionId === undefined) {
      return 'This role is for everyone on the platform, so users of an institution cannot change it.'
    }
    return undefined
  }
}

function RoleRecord({ role, lock }: { role: onboarding.Role; lock: string | undefined }) {
  const canSeeUsers = useMay()('USERS', 'VIEW')
  const rows = useModuleRows(role)
  const users = role.userCount === 0 ? 'No one' : role.userCount === 1 ? 'One user' : `${role.userCount} users`
  return (
    <>
      {lock !== undefined && (
        <Alert color="blue" icon={<IconLock />}>
          {lock}
        </Alert>
      )}
      <Section>
        <Facts
          facts={[
            [
              'Who has it',
              canSeeUsers && role.userCount > 0 ? (
                <PageLink key="users" to="/users" search={{ roleId: role.id }}>
                  {users}
                </PageLink>
              ) : (
                users
              ),
            ],
            ['For users of', role.institutionId === undefined ? 'Everyone' : `Institution ${role.institutionId}`],
            ['Id', <Id key="id">{role.id}</Id>],
            ['Created', <Stamp key="made" at={role.createdAt} by={role.createdBy} />],
            ['Last changed', <Stamp key="changed" at={role.updatedAt} by={role.updatedBy} />],
          ]}
        />
      </Section>
      <Section
        title="What it grants"
        description={
          role.isEnabled ? undefined : 'The role is disabled: until it is enabled it grants nothing of this.'
        }
        flush
      >
        <Loaded query={rows}>{(modules) => <GrantMatrix rows={modules} grants={grantsOf(role.modules)} />}</Loaded>
      </Section>
      <AuditTrail title="Changes of this role" resource="role" resourceId={role.id} />
    </>
  )
}
