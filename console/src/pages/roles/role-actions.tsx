// What can be done to a role. System roles stay as they are, and users cannot change one that grants more than theirs.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { DeleteButton } from '../../kit/form/delete-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EditButton } from '../../kit/page/edit-button.tsx'

const READ_AGAIN = [['roles'], ['users'], ['audit']] as const

export function RoleActions({ role }: { role: onboarding.Role }) {
  const { id, roleName, isEnabled, userCount } = role
  // An institution changes its own roles, and only uses those of the platform.
  const scope = role.institutionId === undefined ? 'platform' : 'institution'
  const users = userCount === 1 ? 'one user has' : `${userCount} users have`
  return (
    <>
      <Allowed module="ROLES" action="DELETE" scope={scope}>
        <DeleteButton
          what={`the role ${roleName}`}
          message={
            userCount === 0
              ? 'No user has it. A deleted role cannot be brought back.'
              : `It is in use: ${users} it, so the gateway will refuse. Give those users another role first.`
          }
          run={() => ask(admin.deleteRole({ id }))}
          to="/roles"
          invalidates={[['roles', 'list'], ['roles', 'choices'], ['audit']]}
        />
      </Allowed>
      <Allowed module="ROLES" action="ACTIVATE" scope={scope}>
        {isEnabled && (
          <ActionButton
            label="Disable"
            color="red"
            variant="light"
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
        )}
      </Allowed>
      <Allowed module="ROLES" action="UPDATE" scope={scope}>
        <EditButton to={`/roles/${id}/edit`} />
      </Allowed>
      {!isEnabled && (
        <Allowed module="ROLES" action="ACTIVATE" scope={scope}>
          <ActionButton
            label="Enable"
            variant="filled"
            run={() => ask(admin.setRoleActivation({ id, isEnabled: true }))}
            done={`The role ${roleName} is enabled.`}
            invalidates={READ_AGAIN}
          />
        </Allowed>
      )}
    </>
  )
}
