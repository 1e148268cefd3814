// Who looks after an exception, as a cell of the list shows it.

import { Badge, Group, Stack, Text } from '@mantine/core'
import { Instant } from '../../../../kit/show/values.tsx'
import type { TransactionException } from '../exception-words.ts'

export function HandedOut({ exception }: { exception: TransactionException }) {
  const { assignee, priority, dueAt, state } = exception
  const isOverdue = state === 'OPEN' && dueAt !== undefined && Date.parse(dueAt) < Date.now()
  return (
    <Stack gap={2} align="flex-start">
      <Group gap={6}>
        <Text size="sm">{assignee ?? '—'}</Text>
        {priority !== 'NORMAL' && (
          <Badge size="sm" variant="light" radius="sm" tt="none" color={priority === 'HIGH' ? 'red' : 'gray'}>
            {priority === 'HIGH' ? 'High' : 'Low'}
          </Badge>
        )}
      </Group>
      {dueAt !== undefined && (
        <Text size="xs" c={isOverdue ? 'red' : 'dimmed'} component="div">
          {isOverdue ? 'Overdue since' : 'Due'} <Instant at={dueAt} />
        </Text>
      )}
    </Stack>
  )
}
