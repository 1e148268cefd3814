// Where the user is signed in.

import { Badge, Group, Text, Title } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { type Column, RecordList } from '../../kit/list/record-list.tsx'
import { Instant } from '../../kit/show/values.tsx'
import { endSession } from '../../session/session.ts'
import { deviceOf } from './device-name.ts'

const COLUMNS: readonly Column<onboarding.Session>[] = [
  {
    title: 'Device',
    render: ({ userAgent, current }) => (
      <Group gap="xs">
        <Text size="sm" title={userAgent}>
          {deviceOf(userAgent)}
        </Text>
        {current && (
          <Badge variant="light" color="green" radius="sm" tt="none" miw="max-content">
            This one
          </Badge>
        )}
      </Group>
    ),
  },
  { title: 'Address', render: ({ ip }) => ip },
  { title: 'Signed in', render: ({ createdAt }) => <Instant at={createdAt} /> },
  { title: 'Last use', render: ({ lastUsedAt }) => <Instant at={lastUsedAt} /> },
  { title: 'Ends if not used', render: ({ expiresAt }) => <Instant at={expiresAt} /> },
]

export function MySessions() {
  return (
    <section aria-labelledby="my-sessions">
      <Title order={2} id="my-sessions">
        My sessions
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        Where you are signed in. Do you not know one of them? End it and change your password.
      </Text>
      <RecordList
        label="My sessions"
        queryKey={['my-sessions']}
        load={({ page, size }) => ask(admin.listMySessions({ page, size }))}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        urlPrefix="sessions-"
        defaultSize={10}
        rowActions={({ id, current, userAgent }) =>
          current ? null : (
            <ActionButton
              label="End"
              size="xs"
              confirm={{
                title: 'End this session?',
                message: `${deviceOf(userAgent)} is signed out at once.`,
                label: 'End the session',
              }}
              run={() => endSession(id)}
              invalidates={[['my-sessions']]}
              done="The session has ended"
            />
          )
        }
        empty={{ title: 'No sessions' }}
      />
    </section>
  )
}
