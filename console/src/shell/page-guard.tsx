// Shows a page only to users who may see it. The gateway refuses its data to others anyway; this says so plainly.

import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { PageLink } from '../kit/page/page-link.tsx'
import type { ConsolePage } from '../pages/console-page.ts'
import { type Hindrance, useHindrance } from '../session/entitlements.ts'

export function PageGuard({ page, children }: { page: ConsolePage; children: ReactNode }) {
  const hindrance = useHindrance()(page)
  if (hindrance === undefined) return children
  return (
    <Stack align="flex-start" role="alert">
      <Title order={1}>You may not open this page</Title>
      <Text>{reasonOf(page, hindrance)}</Text>
      <PageLink to="/">Back to the start</PageLink>
    </Stack>
  )
}

function reasonOf({ title, needs, scope }: ConsolePage, hindrance: Hindrance): string {
  if (hindrance === 'scope') {
    return scope === 'platform'
      ? `“${title}” is for users of the platform, and you belong to an institution.`
      : `“${title}” is not for users of a sub-tenant.`
  }
  const [module, action] = needs ?? []
  return `“${title}” needs the right to ${action?.toLowerCase()} (${action} on ${module}), which your role does not grant. An administrator can change the role.`
}
