// On every page, while the platform does not work as it should, a business day is not closed, or an emergency change has no review.

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
  const { status, stuckDays, unreviewed } = attention
  if (status === 'UP' && stuckDays.length === 0 && unreviewed.count === 0) return null
  const isDown = status === 'DOWN'
  return (
    <Alert
      color={isDown || unreviewed.overdue > 0 ? 'red' : 'yellow'}
      icon={<IconAlertTriangle />}
      role="status"
      mb="md"
      title={titleOf(status, stuckDays.length > 0)}
    >
      {stuckDays.map(({ institutionId, date }) => (
        <Text size="sm" key={institutionId}>
          The day {formatDate(date)} of {institutionId} should have been closed.
        </Text>
      ))}
      {unreviewed.count > 0 && (
        <>
          <Text size="sm">
            {unreviewed.overdue > 0
              ? `Emergency changes without a review: ${unreviewed.count}. Overdue: ${unreviewed.overdue}.`
              : `Emergency changes without a review: ${unreviewed.count}.`}
          </Text>
          <PageLink to="/change-requests" search={{ state: 'CARRIED_OUT' }}>
            Review emergency changes
          </PageLink>
        </>
      )}
      {(status !== 'UP' || stuckDays.length > 0) && may('HEALTH', 'VIEW') && (
        <PageLink to="/status">Open the status page</PageLink>
      )}
    </Alert>
  )
}

function titleOf(status: 'UP' | 'DEGRADED' | 'DOWN', isDayStuck: boolean): string {
  if (status === 'DOWN') return 'The platform does not work'
  if (status === 'DEGRADED') return 'Some of the platform does not work as it should'
  return isDayStuck ? 'A business day is not closed' : 'A change was carried out in an emergency'
}
