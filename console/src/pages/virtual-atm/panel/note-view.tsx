// One step of the story: what the ATM did or found out.

import { Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { Note } from '../engine/atm-line.ts'

const LOOKS = {
  info: [IconInfoCircle, 'blue', 'Note'],
  good: [IconCircleCheck, 'green', 'Good'],
  warning: [IconAlertTriangle, 'yellow', 'Warning'],
  bad: [IconCircleX, 'red', 'Problem'],
} as const

export function NoteView({ note }: { note: Note }) {
  const [Icon, color, label] = LOOKS[note.tone]
  return (
    <Group gap={8} wrap="nowrap" align="flex-start" px={8} py={4}>
      <Icon
        size={16}
        role="img"
        aria-label={label}
        style={{ color: `var(--mantine-color-${color}-light-color)`, flexShrink: 0, marginTop: 2 }}
      />
      <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
        {note.text}
      </Text>
    </Group>
  )
}
