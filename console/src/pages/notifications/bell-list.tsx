// What the bell opens: the newest notifications, unread ones first. Loaded when it is first opened.

import { Button, Divider, Group, Loader, Stack, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Instant } from '../../kit/show/values.tsx'
import { NOTIFICATIONS, useMarkRead } from './notification-queries.ts'
import { type Notification, wordsOf } from './notification-words.ts'

const SHOWN = 6

export default function BellList({ onLeave }: { onLeave(): void }) {
  const markRead = useMarkRead()
  const { data, error, refetch } = useQuery({
    queryKey: [...NOTIFICATIONS, 'newest'],
    queryFn: () => ask(admin.browseNotifications({ page: 1, size: SHOWN })),
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>Notifications</Text>
        <Button variant="subtle" size="compact-xs" onClick={() => markRead.mutate(undefined)}>
          Mark all as read
        </Button>
      </Group>
      <Divider />
      {error !== null && data === undefined && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loader size="sm" aria-label="Loading" />}
      {data?.content.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing waits for you.
        </Text>
      )}
      {data?.content.map((one) => (
        <Entry
          key={one.id}
          notification={one}
          onOpen={() => {
            if (one.readAt === undefined) markRead.mutate([one.id])
            onLeave()
          }}
        />
      ))}
      <Divider />
      <PageLink to="/notifications" onClick={onLeave}>
        All notifications
      </PageLink>
    </Stack>
  )
}

function Entry({ notification, onOpen }: { notification: Notification; onOpen(): void }) {
  const navigate = useNavigate()
  const { title, note, to } = wordsOf(notification)
  return (
    <UnstyledButton
      className="bell-entry"
      onClick={() => {
        onOpen()
        if (to !== undefined) void navigate({ to } as never)
      }}
    >
      <Text size="sm" fw={notification.readAt === undefined ? 600 : 400}>
        {title}
      </Text>
      <Text size="xs" c="dimmed">
        {note}
      </Text>
      <Text size="xs" c="dimmed">
        <Instant at={notification.createdAt} />
      </Text>
    </UnstyledButton>
  )
}
