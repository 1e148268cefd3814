// The kinds of events that a webhook gets, as groups of checkboxes.

import { Checkbox, Input, Paper, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { type EventKind, KIND_GROUPS } from './webhook-words.ts'

export interface KindsFieldProps {
  readonly value?: readonly EventKind[]
  onChange?(kinds: EventKind[]): void
  readonly error?: ReactNode
}

export function KindsField({ value = [], onChange, error }: KindsFieldProps) {
  const chosen = new Set<EventKind>(value)
  const set = (some: readonly EventKind[], isChosen: boolean) => {
    const others = value.filter((kind) => !some.includes(kind))
    onChange?.(isChosen ? [...others, ...some] : others)
  }
  return (
    <Input.Wrapper label="Kinds" labelElement="div" error={error} role="group" aria-label="Kinds">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} mt="xs">
        {KIND_GROUPS.map(([group, kinds]) => {
          const all = kinds.map(([kind]) => kind)
          const count = all.filter((kind) => chosen.has(kind)).length
          return (
            <Paper key={group} p="sm">
              <Stack gap={8}>
                <Checkbox
                  label={group}
                  fw={600}
                  checked={count === all.length}
                  indeterminate={count > 0 && count < all.length}
                  onChange={() => set(all, count < all.length)}
                />
                {kinds.map(([kind, name]) => (
                  <Checkbox
                    key={kind}
                    size="xs"
                    ml="lg"
                    checked={chosen.has(kind)}
                    onChange={(event) => set([kind], event.currentTarget.checked)}
                    label={name}
                    description={kind}
                  />
                ))}
              </Stack>
            </Paper>
          )
        })}
      </SimpleGrid>
    </Input.Wrapper>
  )
}
