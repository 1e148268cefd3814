// The menu: the pages that the user may open, by group.

import { Box, NavLink, ScrollArea, Text } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ALL_PAGES } from '../pages/all-pages.ts'
import type { MenuGroup } from '../pages/console-page.ts'
import { useHindrance } from '../session/entitlements.ts'
import { settings } from '../settings.ts'

const GROUPS: readonly MenuGroup[] = [
  'Overview',
  'Money',
  'Lending',
  'Digital banking',
  'Institutions',
  'Access',
  'Platform',
  'Sandbox',
]

export function Menu() {
  const hindrance = useHindrance()
  const { pathname } = useLocation()
  const shown = ALL_PAGES.filter(
    (page) =>
      page.menu !== undefined &&
      hindrance(page) === undefined &&
      (page.sandboxOnly !== true || settings.sandbox !== undefined),
  )
  // Of `/digital` and `/digital/users` only the longer one is where the user is.
  const here = shown
    .map(({ path }) => path)
    .filter((path) => (path === '/' ? pathname === '/' : pathname === path || pathname.startsWith(`${path}/`)))
    .reduce((longest, path) => (path.length > longest.length ? path : longest), '')
  const entries = useRef<HTMLDivElement>(null)
  // The menu is longer than the screen: the entry of an address that was typed or linked may lie below it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the user is decides, although it is read from the page
  useEffect(() => {
    entries.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [here])
  return (
    <ScrollArea viewportRef={entries} component="nav" aria-label="Main menu" p="sm" type="hover" flex={1}>
      {GROUPS.map((group) => {
        const pages = shown.filter(({ menu }) => menu?.group === group)
        if (pages.length === 0) return null
        return (
          <Box key={group} mb="sm" role="group" aria-label={group}>
            <Text size="xs" fw={600} c="dimmed" px={10} py={4} aria-hidden>
              {group}
            </Text>
            {pages.map(({ path, title, menu }) => {
              const isHere = path === here
              const Icon = menu?.icon
              return (
                <NavLink
                  key={path}
                  active={isHere}
                  {...(isHere && { 'aria-current': 'page' as const })}
                  label={title}
                  leftSection={Icon === undefined ? undefined : <Icon size={17} stroke={1.6} />}
                  py={6}
                  style={{ borderRadius: 'var(--mantine-radius-sm)' }}
                  renderRoot={(props) => <Link to={path} activeOptions={{ exact: true }} {...props} />}
                />
              )
            })}
          </Box>
        )
      })}
    </ScrollArea>
  )
}
