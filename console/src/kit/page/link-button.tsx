// A button that leads to a page of the console.

import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export interface LinkButtonProps extends ButtonProps {
  /** The path, with its parameters filled in. */
  readonly to: string
  readonly search?: Readonly<Record<string, string | undefined>>
  readonly children: ReactNode
  /** Presses it. A button to the page of a new record has N. */
  readonly shortcut?: string
}

export function LinkButton({ to, search, children, shortcut, ...button }: LinkButtonProps) {
  const key = shortcut ?? (to.endsWith('/new') ? 'N' : undefined)
  return (
    <Button
      {...button}
      aria-keyshortcuts={key}
      renderRoot={(props) => <Link to={to} search={(search ?? {}) as never} {...props} />}
    >
      {children}
    </Button>
  )
}
