// The way of a record through its states: where it stands, what lies behind it and what is to come. It only shows; the
// buttons that move the record stand elsewhere.

import { Group, Text, ThemeIcon } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'

export interface StatePathProps {
  /** Names the list, for assistive technology. */
  readonly label: string
  readonly states: readonly { readonly title: string; readonly hint?: string }[]
  /** The place of the present state; as many as there are states: all of them are behind it. */
  readonly at: number
}

export function StatePath({ label, states, at }: StatePathProps) {
  return (
    <Group component="ol" aria-label={label} gap="xl" m={0} p={0} style={{ listStyle: 'none' }} align="flex-start">
      {states.map(({ title, hint }, place) => (
        <Group
          key={title}
          component="li"
          gap="xs"
          wrap="nowrap"
          aria-current={place === at ? 'step' : undefined}
          align="flex-start"
        >
          <ThemeIcon size={26} radius="xl" variant={place <= at ? 'filled' : 'default'} aria-hidden>
            {place < at ? <IconCheck size={14} /> : <Text size="xs">{place + 1}</Text>}
          </ThemeIcon>
          <div>
            <Text size="sm" fw={place === at ? 700 : 500} {...(place > at && { c: 'dimmed' })}>
              {title}
            </Text>
            {hint !== undefined && (
              <Text size="xs" c="dimmed">
                {hint}
              </Text>
            )}
          </div>
        </Group>
      ))}
    </Group>
  )
}
