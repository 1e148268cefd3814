// The first page: leads to the first one of the menu that the user may open.

import { Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { PageFrame } from '../kit/page-frame.tsx'
import { ALL_PAGES } from '../pages/all-pages.ts'
import { useHindrance } from '../session/entitlements.ts'
import { useUser } from '../session/session.ts'
import { settings } from '../settings.ts'

export function StartPage() {
  const hindrance = useHindrance()
  const { userName } = useUser()
  const first = ALL_PAGES.find(
    (page) =>
      page.menu !== undefined &&
      hindrance(page) === undefined &&
      (page.sandboxOnly !== true || settings.sandbox !== undefined),
  )
  if (first !== undefined) return <Navigate to={first.path} replace />
  return (
    <PageFrame title={`Welcome, ${userName}`}>
      <Text>Your role opens no page yet. An administrator can grant it rights.</Text>
    </PageFrame>
  )
}
