// A button that leads to a page of the console.

import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

export function LinkButton({ to, children, ...button }: ButtonProps & { to: string; children: ReactNode }) {
  return (
    <Button {...button} renderRoot={(props) => <Link to={to} {...props} />}>
      {children}
    </Button>
  )
}
