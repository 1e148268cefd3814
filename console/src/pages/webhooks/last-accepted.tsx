// When a webhook last accepted an event, and how many attempts have failed since.

import { Text } from '@mantine/core'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import type { Webhook } from './webhook-words.ts'

export function LastAccepted({ webhook: { succeededAt, failures } }: { webhook: Webhook }) {
  return (
    <>
      {succeededAt === null ? 'Never' : <Instant at={succeededAt} />}
      {failures > 0 && (
        <Text size="xs" c="dimmed">
          {failures === 1 ? '1 failed attempt since' : `${formatCount(failures)} failed attempts since`}
        </Text>
      )}
    </>
  )
}
