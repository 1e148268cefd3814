// The first page: leads to the first one of the menu that the user may open.

import { Text } from '@mantine/core'
import { Navigate } from '@tanstack/react-router'
import { PageFrame } from '../kit/page/page-frame.tsx'
import { useUser } from '../session/session.ts'
import { usePermittedPages } from './permitted-pages.ts'

export function StartPage() {
  const first = usePermittedPages().find(({ menu }) => menu !== undefined)
  const { userName } = useUser()
  if (first !== undefined) return <Navigate to={first.path} replace />
  return (
    <PageFrame title={`Welcome, ${userName}`}>
      <Text>Your role opens no page yet. An administrator can grant it rights.</Text>
    </PageFrame>
  )
}
