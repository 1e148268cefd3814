// The kind of an exception, explained on hover and focus.

import { Badge, Tooltip } from '@mantine/core'
import { type ExceptionKind, KINDS } from './exception-words.ts'

export function KindBadge({ kind }: { kind: ExceptionKind }) {
  const { label, color, meaning } = KINDS[kind]
  return (
    <Tooltip label={meaning} multiline w={340}>
      <Badge color={color} variant="light" radius="sm" tt="none">
        {label}
      </Badge>
    </Tooltip>
  )
}
