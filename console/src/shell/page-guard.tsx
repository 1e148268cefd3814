// Shows a page only to users who may see it. The gateway refuses its data to others anyway; this says so plainly.

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../kit/page/page-link.tsx'
import type { ConsolePage } from '../pages/console-page.ts'
import { useMay } from '../session/entitlements.ts'

export function PageGuard({ page, children }: { page: ConsolePage; children: ReactNode }) {
  const may = useMay()
  if (page.needs === undefined || may(...page.needs)) return children
  const [module, action] = page.needs
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>You may not open this page</Title>
      <Text>
        “{page.title}” needs the right to {action.toLowerCase()} ({action} on {module}), which your role does not grant.
        An administrator can change the role.
      </Text>
      <PageLink to="/">Back to the start</PageLink>
    </Stack>
  )
}
