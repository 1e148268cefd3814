// The pages that were found, in place of the menu. The arrow keys go from one to the next.

import { NavLink, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { KeyboardEvent } from 'react'
import type { FoundPage } from './find-page.ts'

export interface FoundPagesProps {
  readonly found: readonly FoundPage[]
  onOpen(): void
}

export function FoundPages({ found, onOpen }: FoundPagesProps) {
  return (
    <>
      <VisuallyHidden role="status">
        {found.length === 1 ? 'One page found' : `${found.length} pages found`}
      </VisuallyHidden>
      {found.map(({ page, group }, at) => {
        const Icon = page.menu?.icon
        return (
          <NavLink
            key={page.path}
            label={page.title}
            description={group}
            leftSection={Icon === undefined ? <span className="menu-no-icon" /> : <Icon size={17} stroke={1.6} />}
            py={6}
            className="menu-entry"
            // Enter in the box above opens the first one.
            data-first={at === 0 || undefined}
            onClick={onOpen}
            onKeyDown={moveFocus}
            renderRoot={(props) => <Link to={page.path} activeOptions={{ exact: true }} {...props} />}
          />
        )
      })}
    </>
  )
}

/** To the next or the previous link of the list, over headings between them. */
export function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const { currentTarget: link, key } = event
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return
  const links = [...(link.parentElement?.querySelectorAll<HTMLAnchorElement>(':scope > a') ?? [])]
  const next = links[links.indexOf(link as HTMLAnchorElement) + (key === 'ArrowDown' ? 1 : -1)]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
}
