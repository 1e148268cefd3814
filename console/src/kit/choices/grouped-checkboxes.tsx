// Some of many values, as checkboxes in groups that can be ticked as a whole.

import { Checkbox, Input, Paper, SimpleGrid, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

/** Groups with their values, each with its name. */
export type ValueGroups<Value extends string> = readonly (readonly [
  group: string,
  values: readonly (readonly [value: Value, name: string])[],
])[]

/** What a form hands to its field. */
export interface ChosenValuesProps<Value extends string> {
  readonly value?: readonly Value[]
  onChange?(values: Value[]): void
  readonly error?: ReactNode
}

interface GroupedCheckboxesProps<Value extends string> extends ChosenValuesProps<Value> {
  readonly label: string
  readonly description?: string
  readonly groups: ValueGroups<Value>
}

export function GroupedCheckboxes<Value extends string>(props: GroupedCheckboxesProps<Value>) {
  const { label, description, groups, value = [], onChange, error } = props
  const chosen = new Set<Value>(value)
  const set = (some: readonly Value[], isChosen: boolean) => {
    const others = value.filter((one) => !some.includes(one))
    onChange?.(isChosen ? [...others, ...some] : others)
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={description}
      error={error}
      role="group"
      aria-label={label}
    >
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} my="xs">
        {groups.map(([group, values]) => {
          const all = values.map(([one]) => one)
          const count = all.filter((one) => chosen.has(one)).length
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
                {values.map(([one, name]) => (
                  <Checkbox
                    key={one}
                    size="xs"
                    ml="lg"
                    checked={chosen.has(one)}
                    onChange={(event) => set([one], event.currentTarget.checked)}
                    label={name}
                    description={one}
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
