// Bars with their names and counts, each of which can lead to what it counts.

import { Box, Group, Stack, Text } from '@mantine/core'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { formatCount } from '../../../kit/show/format.ts'
import type { Search } from './drill-down.ts'

export interface Bar {
  readonly name: string
  readonly count: number
  readonly color: string
  readonly to?: string | undefined
  readonly search?: Search | undefined
}

export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <Stack gap="xs">
      {bars.map(({ name, count, color, to, search }) => (
        <div key={name}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            {to === undefined ? (
              <Text size="sm">{name}</Text>
            ) : (
              <PageLink to={to} search={search ?? {}}>
                {name}
              </PageLink>
            )}
            <Text size="sm" className="numeric">
              {formatCount(count)}
            </Text>
          </Group>
          <Box
            h={10}
            bg="var(--mantine-color-default-hover)"
            style={{ borderRadius: 4, overflow: 'hidden' }}
            aria-hidden
          >
            <Box h="100%" w={`${(100 * count) / most}%`} miw={count > 0 ? 3 : 0} bg={`${color}.6`} />
          </Box>
        </div>
      ))}
    </Stack>
  )
}
