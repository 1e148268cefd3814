// The fields of a record as a list of names and values.

import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'

export interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode] | undefined | false)[]
  readonly columns?: number
}

export function Facts({ facts, columns = 3 }: FactsProps) {
  const shown = facts.filter((fact) => fact !== undefined && fact !== false)
  return (
    <SimpleGrid
      component="dl"
      cols={{ base: 1, sm: Math.min(2, columns), md: columns }}
      spacing="lg"
      verticalSpacing="md"
      m={0}
    >
      {shown.map(([name, value]) => (
        <div key={name}>
          <Text component="dt" size="xs" c="dimmed" mb={2}>
            {name}
          </Text>
          <Text component="dd" size="sm" m={0} style={{ overflowWrap: 'anywhere' }}>
            {value === undefined || value === null || value === '' ? '—' : value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  )
}
