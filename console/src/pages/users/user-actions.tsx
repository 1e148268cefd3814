// What can be done to a user in their present state.

import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { RecordActions } from '../../kit/actions/record-actions.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { useUser } from '../../session/session.ts'

const READ_AGAIN = [['users'], ['audit']] as const

export function UserActions({ user }: { user: onboarding.User }) {
  const { id, mailID, firstName, lastName, status, isActive, mfaRegistered } = user
  const isSelf = useUser().id === id
  const name = `${firstName} ${lastName}`
  return (
    <RecordActions
      module="USERS"
      what={name}
      list="/users"
      id={id}
      isActive={isActive}
      invalidates={READ_AGAIN}
      deactivation={
        isSelf
          ? undefined
          : {
              title: `Deactivate ${name}?`,
              message:
                'The user can no longer sign in, and every open session ends at once. The record stays; it can be activated again.',
            }
      }
      setActive={(next) => ask(admin.setUserActivation({ id, isActive: next }))}
      done={(now) => (now ? `${name} may sign in.` : `${name} can no longer sign in.`)}
      more={
        <Allowed module="USERS" action="UPDATE">
          {mfaRegistered && (
            <ActionButton
              label="Reset second factor"
              color="red"
              variant="light"
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
        </Allowed>
      }
      next={
        <Allowed module="USERS" action="UPDATE">
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
              variant="filled"
              run={() => ask(admin.unlockUser({ id }))}
              done={`${name} may sign in again.`}
              invalidates={READ_AGAIN}
            />
          )}
        </Allowed>
      }
    />
  )
}
