// A group of the menu: its heading opens and closes it. The group of the open page cannot be closed.

import { Box, NavLink, Text, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useId, useState } from 'react'
import type { ConsolePage } from '../pages/console-page.ts'

export interface MenuGroupEntriesProps {
  readonly name: string
  readonly pages: readonly ConsolePage[]
  /** The entry of the open page. */
  readonly here: ConsolePage | undefined
  readonly isOpen: boolean
  onToggle(): void
}

export function MenuGroupEntries({ name, pages, here, isOpen, onToggle }: MenuGroupEntriesProps) {
  const id = useId()
  const isHere = pages.some((page) => page === here)
  const isShown = isOpen || isHere
  return (
    <Box mb={isShown ? 'xs' : 0} role="group" aria-label={name}>
      {isHere ? (
        <Text className="menu-heading" aria-hidden>
          {name}
        </Text>
      ) : (
        <UnstyledButton className="menu-heading" aria-expanded={isShown} aria-controls={id} onClick={onToggle}>
          <span className="menu-heading-name">
            {name}
            {/* What waits is seen although its entry is not. */}
            {!isShown && pages.map((page) => <MenuBadge key={page.path} page={page} />)}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      )}
      <div id={id}>
        {isShown && pages.map((page) => <MenuEntry key={page.path} page={page} isHere={page === here} />)}
      </div>
    </Box>
  )
}

export function MenuEntry({ page, isHere }: { page: ConsolePage; isHere: boolean }) {
  const { path, title, menu } = page
  const Icon = menu?.icon
  return (
    <NavLink
      active={isHere}
      {...(isHere && { 'aria-current': 'page' as const })}
      label={title}
      leftSection={Icon === undefined ? undefined : <Icon size={17} stroke={1.6} />}
      rightSection={menu?.badge && <MenuBadge page={page} />}
      py={6}
      className="menu-entry"
      renderRoot={(props) => <Link to={path} activeOptions={{ exact: true }} {...props} />}
    />
  )
}

/** What waits behind an entry. */
export function MenuBadge({ page: { menu } }: { page: ConsolePage }) {
  // Loaded once per entry.
  const [Badge] = useState(() => (menu?.badge === undefined ? undefined : lazy(menu.badge)))
  return (
    Badge && (
      <Suspense>
        <Badge />
      </Suspense>
    )
  )
}
