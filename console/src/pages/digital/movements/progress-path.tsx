// The states of a process from left to right: what is done, where it stands and what is ahead.

import { Box, Group, SimpleGrid, Text, ThemeIcon } from '@mantine/core'
import { IconCheck, IconCircle, IconLoader2, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { word } from '../../../texts/translate.ts'

export type StepStatus = 'done' | 'now' | 'ahead' | 'failed'

export interface PathStep {
  readonly title: string
  readonly description?: ReactNode
  readonly status: StepStatus
}

const LOOKS = {
  done: { color: 'green', icon: IconCheck, words: word('done') },
  now: { color: 'blue', icon: IconLoader2, words: 'in progress' },
  ahead: { color: 'gray', icon: IconCircle, words: 'not yet' },
  failed: { color: 'red', icon: IconX, words: 'ended here' },
} as const

export function ProgressPath({ label, steps }: { label: string; steps: readonly PathStep[] }) {
  return (
    <SimpleGrid
      component="ol"
      aria-label={label}
      cols={{ base: 1, sm: steps.length }}
      spacing="md"
      m={0}
      p={0}
      style={{ listStyle: 'none' }}
    >
      {steps.map(({ title, description, status }) => {
        const { color, icon: Icon, words } = LOOKS[status]
        return (
          <Box
            component="li"
            key={title}
            pt="xs"
            {...(status === 'now' && { 'aria-current': 'step' as const })}
            style={{
              borderTop: `3px solid var(--mantine-color-${status === 'ahead' ? 'default-border' : `${color}-filled`})`,
            }}
          >
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <ThemeIcon size={22} radius="xl" variant="light" color={color} aria-hidden>
                <Icon size={14} />
              </ThemeIcon>
              <div>
                <Text size="sm" fw={600} {...(status === 'ahead' && { c: 'dimmed' })}>
                  {title}
                </Text>
                <Text size="xs" c="dimmed">
                  {words}
                </Text>
                {description !== undefined && (
                  <Text size="xs" c="dimmed" component="div" mt={2}>
                    {description}
                  </Text>
                )}
              </div>
            </Group>
          </Box>
        )
      })}
    </SimpleGrid>
  )
}
