// The value of a property, as short as a table needs it or in full.

import { Code, Group, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { JsonView } from '../../kit/show/json-view.tsx'
import { durationInWords } from './durations.ts'
import { MASK, type ValueType } from './property-words.ts'

export interface PropertyValueProps {
  readonly value: string
  readonly valueType: string
  readonly isSecret: boolean
  /** In full: JSON is laid out. */
  readonly full?: boolean
}

export function PropertyValue({ value, valueType, isSecret, full = false }: PropertyValueProps) {
  if (isSecret) {
    return (
      <Group gap={4} wrap="nowrap" component="span">
        <IconLock size={14} role="img" aria-label="Secret" />
        <Text span size="sm" c="dimmed">
          {MASK}
        </Text>
      </Group>
    )
  }
  if (value === '') {
    return (
      <Text span size="sm" c="dimmed">
        empty text
      </Text>
    )
  }
  if (full && valueType === 'JSON') return <JsonView value={prettyJson(value)} label="Value" />
  const words = wordsOf(value, valueType as ValueType)
  return (
    <Text span size="sm" {...(!full && { lineClamp: 2 })} style={{ overflowWrap: 'anywhere' }}>
      <Code>{value}</Code>
      {words !== undefined && (
        <Text span size="xs" c="dimmed">
          {' '}
          {words}
        </Text>
      )}
    </Text>
  )
}

function wordsOf(value: string, valueType: ValueType): string | undefined {
  if (valueType === 'DURATION') return durationInWords(value)
  return undefined
}

/** As it stands when it cannot be parsed. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
