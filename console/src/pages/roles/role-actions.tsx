// What can be done to a role. System roles stay as they are, and nobody changes a role that grants more than their own.

import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/action-button.tsx'
import { Allowed } from '../../kit/allowed.tsx'
import { LinkButton } from '../../kit/link-button.tsx'

const READ_AGAIN = [['roles'], ['users'], ['audit']] as const

export function RoleActions({ role }: { role: onboarding.Role }) {
  const { id, roleName, isEnabled, userCount } = role
  // An institution changes its own roles, and only uses those of the platform.
  const scope = role.institutionId === undefined ? 'platform' : 'institution'
  const navigate = useNavigate()
  const users = userCount === 1 ? 'one user has' : `${userCount} users have`
  return (
    <>
      <Allowed module="ROLES" action="DELETE" scope={scope}>
        <ActionButton
          label="Delete"
          color="red"
          confirm={{
            title: `Delete the role ${roleName}?`,
            message:
              userCount === 0
                ? 'No user has it. A deleted role cannot be brought back.'
                : `It is in use: ${users} it, so the gateway will refuse. Give those users another role first.`,
          }}
          run={() => ask(admin.deleteRole({ id }))}
          done={`The role ${roleName} is deleted.`}
          invalidates={[['roles', 'list'], ['roles', 'choices'], ['audit']]}
          onDone={() => void navigate({ to: '/roles' })}
        />
      </Allowed>
      <Allowed module="ROLES" action="ACTIVATE" scope={scope}>
        {isEnabled ? (
          <ActionButton
            label="Disable"
            color="red"
            confirm={{
              title: `Disable the role ${roleName}?`,
              message:
                userCount === 0
                  ? 'It cannot be given to anybody until it is enabled again.'
                  : `It will grant nothing: ${users} it and can do nothing any more until it is enabled again.`,
            }}
            run={() => ask(admin.setRoleActivation({ id, isEnabled: false }))}
            done={`The role ${roleName} grants nothing now.`}
            invalidates={READ_AGAIN}
          />
        ) : (
          <ActionButton
            label="Enable"
            run={() => ask(admin.setRoleActivation({ id, isEnabled: true }))}
            done={`The role ${roleName} is enabled.`}
            invalidates={READ_AGAIN}
          />
        )}
      </Allowed>
      <Allowed module="ROLES" action="UPDATE" scope={scope}>
        <LinkButton to={`/roles/${id}/edit`}>Edit</LinkButton>
      </Allowed>
    </>
  )
}
