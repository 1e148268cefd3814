// A list of what is needed: what is there, what is missing, and where to add it.

import { Group, Stack, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconMinus, IconQuestionMark } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { word } from '../../../texts/translate.ts'

/** Some things cannot be seen from the console, or not by this user. */
export type ItemState = 'done' | 'missing' | 'unknown'

export interface ChecklistItem {
  readonly key: string
  readonly title: string
  readonly state: ItemState
  readonly why: ReactNode
  /** A button that leads to where it is added. */
  readonly action?: ReactNode
}

const SHOWN = {
  done: { color: 'green', Icon: IconCheck, words: 'in place' },
  missing: { color: 'yellow', Icon: IconMinus, words: 'missing' },
  unknown: { color: 'gray', Icon: IconQuestionMark, words: 'to be checked' },
} as const

export function Checklist({ label, items }: { label: string; items: readonly ChecklistItem[] }) {
  return (
    <Stack gap="sm" component="ul" aria-label={label} m={0} p={0} style={{ listStyle: 'none' }}>
      {items.map(({ key, title, state, why, action }) => {
        const { color, Icon, words } = SHOWN[state]
        return (
          <Group key={key} component="li" wrap="nowrap" align="flex-start" gap="sm">
            <ThemeIcon size={24} radius="xl" variant="light" color={color} aria-hidden>
              <Icon size={14} />
            </ThemeIcon>
            {/* On a telephone the button stands below the words. */}
            <Group flex={1} justify="space-between" align="flex-start" gap="xs">
              <div style={{ flex: '1 1 220px' }}>
                <Text size="sm" fw={600}>
                  {title}
                  <Text span size="sm" fw={400} c="dimmed">
                    {` · ${word(words)}`}
                  </Text>
                </Text>
                <Text size="sm" c="dimmed" component="div">
                  {why}
                </Text>
              </div>
              {action}
            </Group>
          </Group>
        )
      })}
    </Stack>
  )
}
