// What can be done to a role. System roles stay as they are, and users cannot change one that grants more than theirs.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordActions } from '../../kit/actions/record-actions.tsx'

export function RoleActions({ role }: { role: onboarding.Role }) {
  const { id, roleName, isEnabled, userCount } = role
  const users = userCount === 1 ? 'one user has' : `${userCount} users have`
  return (
    <RecordActions
      module="ROLES"
      // An institution changes its own roles, and only uses those of the platform.
      scope={role.institutionId === undefined ? 'platform' : 'institution'}
      what={`the role ${roleName}`}
      list="/roles"
      id={id}
      isActive={isEnabled}
      invalidates={[['roles'], ['users'], ['audit']]}
      deletion={{
        message:
          userCount === 0
            ? 'No user has it. A deleted role cannot be brought back.'
            : `It is in use: ${users} it, so the gateway will refuse. Give those users another role first.`,
        run: () => ask(admin.deleteRole({ id })),
        invalidates: [['roles', 'list'], ['roles', 'choices'], ['audit']],
      }}
      deactivation={{
        title: `Disable the role ${roleName}?`,
        message:
          userCount === 0
            ? 'It cannot be given to anybody until it is enabled again.'
            : `It will grant nothing: ${users} it and can do nothing any more until it is enabled again.`,
      }}
      setActive={(next) => ask(admin.setRoleActivation({ id, isEnabled: next }))}
      done={(now) => (now ? `The role ${roleName} is enabled.` : `The role ${roleName} grants nothing now.`)}
      labels={{ on: 'Enable', off: 'Disable' }}
    />
  )
}
