// What one capability grants, each flag with its tick.

import { Group, SimpleGrid, Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { Tick } from '../../kit/show/tick.tsx'
import { FLAGS } from './flags.ts'

export function FlagList({ flags }: { flags: onboarding.TransactionCapability['flags'] }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} spacing="sm">
      {FLAGS.map(({ flag, label }) => (
        <Group key={flag} gap="xs" wrap="nowrap">
          <Tick value={flags[flag]} label={label} />
          <Text size="sm" {...(!flags[flag] && { c: 'dimmed' })}>
            {label}
          </Text>
        </Group>
      ))}
    </SimpleGrid>
  )
}
