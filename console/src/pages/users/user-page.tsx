// One user: who it is, what they may do, and the state of their sign-in.

import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { Stamp } from '../../kit/show/stamp.tsx'
import { Id, Instant, YesNo } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { UserActions } from './user-actions.tsx'
import { secondFactorOf } from './user-words.ts'

export default function UserPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="User"
      list={['Users', '/users']}
      queryKey={['users', id]}
      load={() => ask(admin.getUser({ id }))}
      frame={(user) => ({
        title: `${user.firstName} ${user.lastName}`,
        status: user.status,
        actions: <UserActions user={user} />,
      })}
    >
      {(user) => <UserRecord user={user} />}
    </RecordFrame>
  )
}

function UserRecord({ user }: { user: onboarding.User }) {
  return (
    <>
      <Situation user={user} />
      <NewAddress user={user} />
      <Section title="Person and access">
        <Facts
          facts={[
            ['E-mail', user.mailID],
            user.pendingMailID !== undefined && ['New e-mail, not confirmed', user.pendingMailID],
            [
              'Role',
              <RecordLink key="role" resource="role" id={user.roleId}>
                {user.roleName}
              </RecordLink>,
            ],
            ['Sees', <Scope key="scope" user={user} />],
            ['Created', <Stamp key="made" at={user.createdAt} by={user.createdBy} />],
            ['Last changed', <Stamp key="changed" at={user.updatedAt} by={user.updatedBy} />],
            ['Id', <Id key="id">{user.id}</Id>],
          ]}
        />
      </Section>
      <Section title="Sign-in">
        <Facts
          facts={[
            ['May sign in', <YesNo key="active" value={user.isActive} />],
            ['Last sign-in', user.lastLoginAt === undefined ? 'Never' : <Instant key="last" at={user.lastLoginAt} />],
            [
              'Locked until',
              user.lockedUntil === undefined ? 'Not locked' : <Instant key="lock" at={user.lockedUntil} />,
            ],
            ['Second factor', secondFactorOf(user)],
          ]}
        />
      </Section>
      <AuditTrail
        title="Changes of this user"
        resource="user"
        resourceId={user.id}
        more={
          <PageLink to="/audit" search={{ actorId: user.id }}>
            What this user did
          </PageLink>
        }
      />
    </>
  )
}

/** An address that its owner has not confirmed yet. */
function NewAddress({ user: { id, mailID, pendingMailID, pendingMailUntil } }: { user: onboarding.User }) {
  const may = useMay()
  if (pendingMailID === undefined) return null
  const button = (label: string, address: string, done: string) => (
    <ActionButton
      label={label}
      run={() => ask(admin.updateUser({ id, mailID: address }))}
      invalidates={[['users'], ['audit']]}
      done={done}
    />
  )
  return (
    <Alert color="blue" icon={<IconInfoCircle />} title="A new address waits for its confirmation">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          The link that was mailed to {pendingMailID} works until <Instant at={pendingMailUntil} />. Until it is
          confirmed, the user signs in with {mailID}.
        </Text>
        {may('USERS', 'UPDATE') && (
          <Group gap="xs">
            {button('Send the link again', pendingMailID, 'The link is sent again.')}
            {button('Keep the present address', mailID, 'The present address is kept.')}
          </Group>
        )}
      </Stack>
    </Alert>
  )
}

/** Explains a status that needs attention. */
function Situation({ user }: { user: onboarding.User }) {
  if (user.status === 'LOCKED') {
    return (
      <Alert color="yellow" icon={<IconInfoCircle />} title="Locked">
        Too many wrong passwords or codes were typed. The lock ends by itself at <Instant at={user.lockedUntil} />.
        Unlocking also forgets the wrong attempts.
      </Alert>
    )
  }
  if (user.status === 'INVITED') {
    return (
      <Alert color="blue" icon={<IconInfoCircle />} title="Invited">
        The user has not chosen a password yet. The link in the mail to {user.mailID} works for 72 hours; “Invite again”
        sends a new one.
      </Alert>
    )
  }
  if (user.status === 'INACTIVE') {
    return (
      <Alert color="gray" icon={<IconInfoCircle />} title="Inactive">
        The user cannot sign in.
      </Alert>
    )
  }
  return null
}

function Scope({ user: { institutionId, subTenantId } }: { user: onboarding.User }) {
  if (institutionId === undefined) return 'The whole platform'
  if (subTenantId === undefined) return `Institution ${institutionId}`
  return (
    <>
      <RecordLink resource="sub-tenant" id={subTenantId}>
        One sub-tenant
      </RecordLink>{' '}
      of institution {institutionId}
    </>
  )
}
