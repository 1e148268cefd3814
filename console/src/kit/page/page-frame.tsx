// The top of a page: where one is, what it is about, and what can be done here.

import { Anchor, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWindowHeading } from './window-title.tsx'

export interface PageFrameProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** The pages above this one: `[['Users', '/users']]`. */
  readonly trail?: readonly (readonly [label: string, to: string])[]
  /** Beside the title: a status. */
  readonly badge?: ReactNode
  /**
   * Buttons at the right, in this order on every page: first what stops or ends something (Delete, then Deactivate,
   * Suspend …: red, `variant="light"`), then what else can be done, then Edit, and at the right edge, filled, the next
   * step of the record (Activate, Approve, New …), where there is one.
   */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function PageFrame({ title, description, trail = [], badge, actions, children }: PageFrameProps) {
  const heading = useWindowHeading()
  return (
    <Stack gap="lg">
      <Stack gap={6}>
        {trail.length > 0 && (
          <Breadcrumbs fz="sm" style={{ rowGap: 4 }} aria-label="Breadcrumbs">
            {trail.map(([label, to]) => (
              <Anchor key={to} size="sm" renderRoot={(props) => <Link to={to} {...props} />}>
                <Wrapped>{label}</Wrapped>
              </Anchor>
            ))}
            <Text size="sm" c="dimmed" span>
              <Wrapped>{title}</Wrapped>
            </Text>
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start" gap="md">
          {/* The buttons stay at the right of a long description, unless they leave it too little room. */}
          <Stack gap={4} flex="1 1 380px">
            <Group gap="sm">
              <Title order={1} ref={heading} style={{ overflowWrap: 'anywhere' }}>
                {title}
              </Title>
              {badge}
            </Group>
            {description !== undefined && (
              <Text c="dimmed" size="sm" maw={720}>
                {description}
              </Text>
            )}
          </Stack>
          {actions !== undefined && (
            <Group gap="xs" ml="auto" justify="flex-end">
              {actions}
            </Group>
          )}
        </Group>
      </Stack>
      {children}
    </Stack>
  )
}

/** Addresses may be longer than a telephone is wide. */
function Wrapped({ children }: { children: ReactNode }) {
  return <span style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>{children}</span>
}
