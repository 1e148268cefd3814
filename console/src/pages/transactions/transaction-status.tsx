// The status of a transaction in words.

import { Badge } from '@mantine/core'
import { STATUSES, type TransactionStatus as Status } from './transaction-words.ts'

export function TransactionStatus({ status }: { status: Status }) {
  const { words, color } = STATUSES[status]
  return (
    <Badge color={color} variant="light" radius="sm" tt="none" style={{ flexShrink: 0 }}>
      {words}
    </Badge>
  )
}
