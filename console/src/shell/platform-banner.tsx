// On every page, while the platform does not work as it should or a business day is not closed.

import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { PageLink } from '../kit/page/page-link.tsx'
import { formatDate } from '../kit/show/format.ts'
import { useAttention } from '../pages/notifications/notification-queries.ts'
import { useMay } from '../session/entitlements.ts'

export function PlatformBanner() {
  const attention = useAttention()
  const may = useMay()
  if (attention === undefined) return null
  const { status, stuckDays } = attention
  if (status === 'UP' && stuckDays.length === 0) return null
  const isDown = status === 'DOWN'
  return (
    <Alert
      color={isDown ? 'red' : 'yellow'}
      icon={<IconAlertTriangle />}
      role="status"
      mb="md"
      title={
        isDown
          ? 'The platform does not work'
          : status === 'UP'
            ? 'A business day is not closed'
            : 'Some of the platform does not work as it should'
      }
    >
      {stuckDays.map(({ institutionId, date }) => (
        <Text size="sm" key={institutionId}>
          The day {formatDate(date)} of {institutionId} should have been closed.
        </Text>
      ))}
      {may('HEALTH', 'VIEW') && <PageLink to="/status">Open the status page</PageLink>}
    </Alert>
  )
}
