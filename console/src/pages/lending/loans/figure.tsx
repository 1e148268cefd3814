// A figure that matters, large.

import { Paper, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export function Figure({ label, value, isBad = false }: { label: string; value: ReactNode; isBad?: boolean }) {
  return (
    <Paper p="md">
      <Text size="xs" c="dimmed">
        {isBad && (
          <IconAlertTriangle
            size={13}
            aria-label="Attention"
            role="img"
            color="var(--mantine-color-red-text)"
            style={{ verticalAlign: '-2px', marginRight: 4 }}
          />
        )}
        {label}
      </Text>
      <Text component="div" size="xl" fw={650} className="numeric">
        {value}
      </Text>
    </Paper>
  )
}
