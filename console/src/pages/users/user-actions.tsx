// What can be done to a user in their present state.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/form/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { useUser } from '../../session/session.ts'

const READ_AGAIN = [['users'], ['audit']] as const

export function UserActions({ user }: { user: onboarding.User }) {
  const { id, mailID, firstName, lastName, status, isActive, mfaRegistered } = user
  const isSelf = useUser().id === id
  const name = `${firstName} ${lastName}`
  return (
    <>
      <Allowed module="USERS" action="ACTIVATE">
        {isActive ? (
          !isSelf && (
            <ActionButton
              label="Deactivate"
              color="red"
              confirm={{
                title: `Deactivate ${name}?`,
                message:
                  'The user can no longer sign in, and every open session ends at once. The record stays; it can be activated again.',
              }}
              run={() => ask(admin.setUserActivation({ id, isActive: false }))}
              done={`${name} can no longer sign in.`}
              invalidates={READ_AGAIN}
            />
          )
        ) : (
          <ActionButton
            label="Activate"
            run={() => ask(admin.setUserActivation({ id, isActive: true }))}
            done={`${name} may sign in.`}
            invalidates={READ_AGAIN}
          />
        )}
      </Allowed>
      <Allowed module="USERS" action="UPDATE">
        {mfaRegistered && (
          <ActionButton
            label="Reset second factor"
            color="red"
            confirm={{
              title: `Reset the second factor of ${name}?`,
              message:
                'The registered device and all recovery codes are forgotten, and every session of the user ends at once. Be sure that it is really the user who asks for it.',
              label: 'Reset it',
            }}
            run={() => ask(admin.resetUserMfa({ id }))}
            done={`${name} has no second factor any more.`}
            invalidates={READ_AGAIN}
          />
        )}
        {status === 'INVITED' && (
          <ActionButton
            label="Invite again"
            run={() => ask(admin.inviteUser({ id }))}
            done={`Another invitation to ${mailID} is on its way.`}
            invalidates={READ_AGAIN}
          />
        )}
        {status === 'LOCKED' && (
          <ActionButton
            label="Unlock"
            run={() => ask(admin.unlockUser({ id }))}
            done={`${name} may sign in again.`}
            invalidates={READ_AGAIN}
          />
        )}
        <LinkButton to={`/users/${id}/edit`}>Edit</LinkButton>
      </Allowed>
    </>
  )
}
