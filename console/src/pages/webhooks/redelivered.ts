// Says what came of delivering events again.

import { notifications } from '@mantine/notifications'
import { formatCount } from '../../kit/show/format.ts'

export function tellRedelivered({ deliveries }: { readonly deliveries: number }): void {
  notifications.show(
    deliveries === 0
      ? {
          message:
            'Nothing is delivered again: the webhook no longer gets these kinds or institutions, or they wait already.',
          color: 'yellow',
        }
      : {
          message:
            deliveries === 1 ? '1 event is delivered again.' : `${formatCount(deliveries)} events are delivered again.`,
          color: 'green',
        },
  )
}
