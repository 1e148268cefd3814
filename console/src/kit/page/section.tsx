// A titled box on a page.

import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export interface SectionProps {
  readonly title?: ReactNode
  readonly description?: ReactNode
  readonly actions?: ReactNode
  /** The content reaches the edges: for tables. */
  readonly flush?: boolean
  /** As wide as a form is read easily. */
  readonly narrow?: boolean
  readonly children: ReactNode
}

export function Section({ title, description, actions, flush = false, narrow = false, children }: SectionProps) {
  return (
    <Paper
      component="section"
      p={flush ? 0 : 'lg'}
      w="100%"
      maw={narrow ? 800 : undefined}
      className="clipped"
      data-flush={flush || undefined}
    >
      {(title !== undefined || actions !== undefined) && (
        <Group
          justify="space-between"
          align="flex-start"
          mb={flush ? 0 : 'md'}
          p={flush ? 'lg' : 0}
          pb={flush ? 'xs' : 0}
        >
          {/* As at the top of a page: buttons stay at the right of a long description. */}
          <Stack gap={2} flex="1 1 220px">
            {title !== undefined && <Title order={2}>{title}</Title>}
            {description !== undefined && (
              <Text size="sm" c="dimmed">
                {description}
              </Text>
            )}
          </Stack>
          {actions !== undefined && <Group gap="xs">{actions}</Group>}
        </Group>
      )}
      {children}
    </Paper>
  )
}
