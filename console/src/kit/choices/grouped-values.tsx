// The chosen ones of many values, in their groups; groups without one are left out.

import { List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ValueGroups } from './grouped-checkboxes.tsx'

interface GroupedValuesProps<Value extends string> {
  readonly groups: ValueGroups<Value>
  readonly values: readonly string[]
  /** Shown when none is chosen. */
  readonly none?: ReactNode
}

export function GroupedValues<Value extends string>({ groups, values, none }: GroupedValuesProps<Value>) {
  const chosen = new Set(values)
  const shown = groups
    .map(([group, known]) => [group, known.filter(([value]) => chosen.has(value))] as const)
    .filter(([, known]) => known.length > 0)
  if (shown.length === 0) return none
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
      {shown.map(([group, known]) => (
        <Stack key={group} gap={4}>
          <Title order={3} size="sm">
            {group}
          </Title>
          <List size="sm" spacing={2}>
            {known.map(([value, name]) => (
              <List.Item key={value}>
                {name}{' '}
                <Text span size="xs" c="dimmed">
                  {value}
                </Text>
              </List.Item>
            ))}
          </List>
        </Stack>
      ))}
    </SimpleGrid>
  )
}
