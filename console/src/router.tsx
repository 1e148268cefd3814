// Builds the router from the table of pages.

import {
  type AnyRouter,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  type SearchMiddleware,
} from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { lastPartner, type PartnerFamily } from './kit/form/partner-choice.ts'
import { PageError } from './kit/page/page-error.tsx'
import { PageLoading } from './kit/page/page-loading.tsx'
import { WindowTitle } from './kit/page/window-title.tsx'
import { loadPage } from './load-page.ts'
import { ALL_PAGES, OPEN_PAGES } from './pages/all-pages.ts'
import { NotFoundPage } from './pages/not-found-page.tsx'
import { settings } from './settings.ts'
import { PageGuard } from './shell/page-guard.tsx'
import { Shell } from './shell/shell.tsx'
import { StartPage } from './shell/start-page.tsx'

const root = createRootRoute({
  component: () => (
    <WindowTitle>
      <Outlet />
    </WindowTitle>
  ),
})
/** Pages of signed-in users, inside the frame with the menu. */
const frame = createRoute({ getParentRoute: () => root, id: 'frame', component: Shell })

const start = createRoute({ getParentRoute: () => frame, path: '/', component: StartPage })

/** Inside the frame: who went astray has the menu. */
const astray = createRoute({
  getParentRoute: () => frame,
  path: '$',
  staticData: { title: 'Not found' },
  component: NotFoundPage,
})

const framed = ALL_PAGES.filter((page) => page.sandboxOnly !== true || settings.sandbox !== undefined).map((page) => {
  const Page = lazyRouteComponent(() => loadPage(page)) as ComponentType
  return createRoute({
    getParentRoute: () => frame,
    path: page.path,
    staticData: { title: page.title },
    ...(page.partnerOf !== undefined && { search: { middlewares: [namingPartner(page.partnerOf)] } }),
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
    staticData: { title: page.title },
    component: lazyRouteComponent(() => loadPage(page)),
  }),
)

/**
 * Puts the partner into every address of a workbench. Links within it stay with the partner of the page: another tab may
 * show another one.
 */
function namingPartner(family: PartnerFamily): SearchMiddleware<Record<string, string | undefined>> {
  return ({ search, next }) => {
    const named = next(search)
    if (named.partner !== undefined) return named
    const isWithin = partnerFamilyAt(router.latestLocation.pathname) === family
    const partner = (isWithin ? search.partner : undefined) ?? lastPartner(family)
    return partner === '' ? named : { ...named, partner }
  }
}

function partnerFamilyAt(path: string): PartnerFamily | undefined {
  return ALL_PAGES.find(({ partnerOf, path: root }) => partnerOf !== undefined && path.startsWith(root))?.partnerOf
}

export const router: AnyRouter = createRouter({
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
