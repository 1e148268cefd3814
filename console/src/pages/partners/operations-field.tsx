// The operations of account services that a partner may call, as groups of checkboxes.

import { Checkbox, Input, Paper, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { OPERATION_GROUPS } from './partner-words.ts'

export interface OperationsFieldProps {
  readonly value?: readonly string[]
  onChange?(operations: string[]): void
  readonly error?: ReactNode
}

export function OperationsField({ value = [], onChange, error }: OperationsFieldProps) {
  const chosen = new Set(value)
  const set = (ids: readonly string[], isChosen: boolean) => {
    const others = value.filter((id) => !ids.includes(id))
    onChange?.(isChosen ? [...others, ...ids] : others)
  }
  return (
    <Input.Wrapper
      label="Operations of account services"
      labelElement="div"
      description="What is not ticked is refused. The other families are granted as a whole."
      error={error}
      role="group"
      aria-label="Operations of account services"
    >
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} mt="xs">
        {OPERATION_GROUPS.map(([group, operations]) => {
          const ids = operations.map(([id]) => id)
          const count = ids.filter((id) => chosen.has(id)).length
          return (
            <Paper key={group} p="sm">
              <Stack gap={8}>
                <Checkbox
                  label={group}
                  fw={600}
                  checked={count === ids.length}
                  indeterminate={count > 0 && count < ids.length}
                  onChange={() => set(ids, count < ids.length)}
                />
                {operations.map(([id, name]) => (
                  <Checkbox
                    key={id}
                    size="xs"
                    ml="lg"
                    checked={chosen.has(id)}
                    onChange={(event) => set([id], event.currentTarget.checked)}
                    label={name}
                    description={id}
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
