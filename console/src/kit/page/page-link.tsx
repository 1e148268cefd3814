// A link to a page of the console, in running text or in a table.

import { Anchor, type AnchorProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface PageLinkProps extends AnchorProps {
  /** The path, with its parameters filled in. */
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
  /** Besides going there. */
  readonly onClick?: (() => void) | undefined
  readonly children: ReactNode
}

export function PageLink({ to, search, children, ...anchor }: PageLinkProps) {
  return (
    <Anchor size="sm" {...anchor} renderRoot={(props) => <Link to={to} search={(search ?? {}) as never} {...props} />}>
      {children}
    </Anchor>
  )
}
