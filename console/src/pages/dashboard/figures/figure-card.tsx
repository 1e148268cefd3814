// One figure of the dashboard.

import { Paper, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../../../kit/page/page-link.tsx'
import type { Search } from '../charts/drill-down.ts'

export interface FigureCardProps {
  readonly label: string
  readonly value: string
  readonly change?: ReactNode
  readonly hint?: ReactNode
  /** Where the records behind the figure are; undefined for users who may not see them. */
  readonly to?: string | undefined
  readonly search?: Search | undefined
}

export function FigureCard({ label, value, change, hint, to, search }: FigureCardProps) {
  return (
    <Paper p={{ base: 'sm', xs: 'md' }}>
      <Stack gap={4}>
        <Text size="sm" c="dimmed">
          {label}
        </Text>
        <Text fz={26} fw={650} lh={1.2} className="numeric">
          {to === undefined ? (
            value
          ) : (
            <PageLink
              to={to}
              search={search ?? {}}
              fz="inherit"
              fw="inherit"
              c="inherit"
              underline="always"
              aria-label={`${value}, ${label}: show them`}
            >
              {value}
            </PageLink>
          )}
        </Text>
        {change}
        {hint !== undefined && (
          <Text size="xs" c="dimmed" component="div">
            {hint}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
