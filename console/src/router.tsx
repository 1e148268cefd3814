// Builds the router from the table of pages.

import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { PageError } from './kit/page/page-error.tsx'
import { PageLoading } from './kit/page/page-loading.tsx'
import { ALL_PAGES, OPEN_PAGES } from './pages/all-pages.ts'
import type { ConsolePage } from './pages/console-page.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { settings } from './settings.ts'
import { PageGuard } from './shell/page-guard.tsx'
import { Shell } from './shell/shell.tsx'
import { StartPage } from './shell/start-page.tsx'

const root = createRootRoute({ component: Outlet })
/** Pages of signed-in users, inside the frame with the menu. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Shell })

const start = createRoute({ getParentRoute: () => frame, path: '/', component: StartPage })

/** Inside the frame: who went astray has the menu. */
const astray = createRoute({
  getParentRoute: () => frame,
  path: '$',
  head: () => titled({ title: 'Not found' }),
  component: NotFoundPage,
})

const framed = ALL_PAGES.filter((page) => page.sandboxOnly !== true || settings.sandbox !== undefined).map((page) => {
  const Page = lazyRouteComponent(page.load) as ComponentType
  return createRoute({
    getParentRoute: () => frame,
    path: page.path,
    head: () => titled(page),
    component: () => (
      <PageGuard page={page}>
        <Page />
      </PageGuard>
    ),
  })
})

const open = OPEN_PAGES.map((page) =>
  createRoute({
    getParentRoute: () => root,
    path: page.path,
    head: () => titled(page),
    component: lazyRouteComponent(page.load),
  }),
)

function titled({ title }: Pick<ConsolePage, 'title'>) {
  return { meta: [{ title: `${title} · Tillgate` }] }
}

export const router = createRouter({
  routeTree: root.addChildren([frame.addChildren([start, ...framed, astray]), ...open]),
  basepath: '/console',
  defaultPreload: 'intent',
  defaultPendingComponent: PageLoading,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // Filters are plain texts, so that an address can be read and typed.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
    const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})
