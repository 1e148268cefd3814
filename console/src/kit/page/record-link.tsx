// A link to the page of a record; plain text where no page shows it, or the user may not open it.

import type { ReactNode } from 'react'
import { PageLink } from './page-link.tsx'
import { useRecordPath } from './record-path.ts'

export interface RecordLinkProps {
  /** As the audit log names it: `user`, `sub-tenant`. */
  readonly resource: string
  readonly id: string | null | undefined
  readonly children: ReactNode
}

export function RecordLink({ resource, id, children }: RecordLinkProps) {
  const to = useRecordPath()(resource, id)
  return to === undefined ? children : <PageLink to={to}>{children}</PageLink>
}
