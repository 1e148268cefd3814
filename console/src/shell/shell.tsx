// The frame of every page for signed-in users: menu, header, and the dialogs about the session.

import { AppShell, Badge, Box, Burger, Group, Image, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PageLoading } from '../kit/page/page-loading.tsx'
import { useSession } from '../session/session.ts'
import { UnreachableNotice } from '../session/unreachable-notice.tsx'
import { settings } from '../settings.ts'
import { Bell } from './bell.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { Menu } from './menu.tsx'
import { MenuBadge } from './menu-group.tsx'
import { usePermittedPages } from './permitted-pages.ts'
import { PlatformBanner } from './platform-banner.tsx'
import { PrintedFooter } from './printed-footer.tsx'
import { ReadingChoices } from './reading-choices.tsx'
import { Shortcuts } from './shortcuts.tsx'
import { SignInAgain } from './sign-in-again.tsx'
import { ThemeButton } from './theme-button.tsx'
import { UserMenu } from './user-menu.tsx'
import { ZoneButton } from './zone-button.tsx'

export function Shell() {
  const session = useSession()
  const location = useLocation()
  const [isMenuOpen, menu] = useDisclosure(false)
  const [isReadingOpen, reading] = useDisclosure(false)
  const [areKeysOpen, keys] = useDisclosure(false)
  const isNarrow = useMediaQuery('(max-width: 61.99em)')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu covers the page on small screens, so going to one closes it
  useEffect(() => menu.close(), [location.pathname])

  if (session.kind === 'resuming') return <PageLoading />
  if (session.kind === 'unreachable') return <UnreachableNotice error={session.error} />
  if (session.kind === 'signed-out') {
    // Who leaves on purpose does not choose where the next one starts.
    return <ToSignIn from={session.reason === 'left' ? '/' : location.href} />
  }
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 248, breakpoint: 'md', collapsed: { mobile: !isMenuOpen } }}
      padding="lg"
      // Otherwise a page that is loaded slides out from under the menu, and charts are measured too wide.
      transitionDuration={0}
    >
      <a className="skip-link" href="#page">
        Skip to the page
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Box hiddenFrom="md" className="menu-opener">
              <Burger
                opened={isMenuOpen}
                onClick={menu.toggle}
                size="sm"
                aria-label={isMenuOpen ? 'Close the menu' : 'Open the menu'}
                aria-expanded={isMenuOpen}
              />
              {isNarrow && !isMenuOpen && <MenuBadges />}
            </Box>
            <Link to="/" className="plain" aria-label="Tillgate, start page">
              <Group gap={8} wrap="nowrap">
                <Image src={`${import.meta.env.BASE_URL}tillgate.svg`} w={28} h={28} alt="" />
                <Text fw={700} fz="lg" visibleFrom="xs">
                  Tillgate
                </Text>
              </Group>
            </Link>
            <Badge variant="light" color={settings.environment === 'prod' ? 'red' : 'grape'} radius="sm" tt="none">
              {settings.environment}
            </Badge>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <Bell />
            <ZoneButton onClick={reading.open} />
            <ThemeButton />
            <UserMenu onReadingChoices={reading.open} onShortcuts={keys.open} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar aria-label="Main menu" className="menu" data-closed={!isMenuOpen || undefined}>
        <Menu onShow={menu.open} onHide={menu.close} />
      </AppShell.Navbar>
      <AppShell.Main id="page" tabIndex={-1} style={{ outline: 'none' }}>
        <div style={{ maxWidth: 1360, marginInline: 'auto' }}>
          <PlatformBanner />
          <Outlet />
          <PrintedFooter />
        </div>
      </AppShell.Main>
      <ReadingChoices isOpen={isReadingOpen} onClose={reading.close} />
      <IdleWarning />
      <SignInAgain />
      <Shortcuts isOpen={areKeysOpen} onOpen={keys.open} onClose={keys.close} />
    </AppShell>
  )
}

/** What waits in the menu while it is closed. */
function MenuBadges() {
  return usePermittedPages().map((page) => page.menu?.badge && <MenuBadge key={page.path} page={page} />)
}

/** Once: the address changes while the sign-in page is being loaded, and must not become its own target. */
function ToSignIn({ from }: { from: string }) {
  const navigate = useNavigate()
  const [to] = useState(from === '/' ? undefined : from)
  useEffect(() => {
    void navigate({ to: '/sign-in', search: { to }, replace: true } as never)
  }, [navigate, to])
  return <PageLoading />
}
