// The user's own notifications: what waits for them, and what has ended.

import { Badge, Button, Stack, Text } from '@mantine/core'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { ErrorNotice } from '../../kit/page/error-notice.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Instant } from '../../kit/show/values.tsx'
import { NOTIFICATIONS, useMarkRead } from './notification-queries.ts'
import { type Notification, wordsOf } from './notification-words.ts'

const REFRESH_MS = 30_000

export default function NotificationsPage() {
  const markRead = useMarkRead()
  return (
    <ListPage<Notification>
      title="Notifications"
      description="What waits for you, until somebody has decided it, and what has ended for you in the last 30 days. Only you see them."
      actions={
        <Button variant="default" loading={markRead.isPending} onClick={() => markRead.mutate(undefined)}>
          Mark all as read
        </Button>
      }
      queryKey={NOTIFICATIONS}
      load={({ page, size }) => ask(admin.browseNotifications({ page, size }))}
      refreshEveryMs={REFRESH_MS}
      columns={[
        { title: 'What', render: (one) => <What notification={one} onOpen={() => markRead.mutate([one.id])} /> },
        { title: 'Told', render: ({ createdAt }) => <Instant at={createdAt} />, width: 190 },
        {
          title: 'Read',
          render: ({ readAt }) =>
            readAt === undefined ? <Badge variant="light">Unread</Badge> : <Instant at={readAt} />,
          width: 190,
        },
      ]}
      rowKey={({ id }) => id}
      empty={{
        title: 'No notifications',
        hint: 'You are told here when a change waits for you, and when your own changes and exports have ended.',
      }}
    >
      {markRead.isError && <ErrorNotice error={markRead.error} />}
    </ListPage>
  )
}

function What({ notification, onOpen }: { notification: Notification; onOpen(): void }) {
  const { title, note, to } = wordsOf(notification)
  const isUnread = notification.readAt === undefined
  return (
    <Stack gap={0}>
      {to === undefined ? (
        <Text size="sm">{title}</Text>
      ) : (
        <PageLink to={to} fw={isUnread ? 600 : 400} onClick={isUnread ? onOpen : undefined}>
          {title}
        </PageLink>
      )}
      <Text size="xs" c="dimmed">
        {note}
      </Text>
    </Stack>
  )
}
