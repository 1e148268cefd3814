// How a key lives, in words.

import { Group, Text } from '@mantine/core'
import { StatusBadge } from '../../kit/show/values.tsx'

const STATES: readonly (readonly [status: string, meaning: string])[] = [
  ['PENDING', 'made, not yet in use'],
  ['ACTIVE', 'the one in use; one of each type'],
  ['ROTATING', 'replaced, and still valid for 24 hours'],
  ['EXPIRED', 'past its end'],
  ['REVOKED', 'ended at once, for good'],
]

export function KeyStates() {
  return (
    <Group gap="lg">
      {STATES.map(([status, meaning]) => (
        <Group key={status} gap={6} wrap="nowrap">
          <StatusBadge status={status} />
          <Text size="xs" c="dimmed">
            {meaning}
          </Text>
        </Group>
      ))}
    </Group>
  )
}
