// Who made a record and changed it last, and when.

import { Text } from '@mantine/core'
import { Instant } from './values.tsx'

export interface MadeAndChangedProps {
  readonly record: {
    readonly createdAt: string
    readonly createdBy: string
    readonly updatedAt: string
    readonly updatedBy: string
    readonly version: number
  }
}

export function MadeAndChanged({ record }: MadeAndChangedProps) {
  const { createdAt, createdBy, updatedAt, updatedBy, version } = record
  return (
    <Text size="xs" c="dimmed">
      Version {version}. Created <Instant at={createdAt} /> by {createdBy}
      {version > 1 && (
        <>
          , last changed <Instant at={updatedAt} /> by {updatedBy}
        </>
      )}
      .
    </Text>
  )
}
