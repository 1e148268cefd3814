// The pages that the user may open.

import { ALL_PAGES } from '../pages/all-pages.ts'
import type { ConsolePage } from '../pages/console-page.ts'
import { useHindrance } from '../session/entitlements.ts'
import { settings } from '../settings.ts'

export function usePermittedPages(): readonly ConsolePage[] {
  const hindrance = useHindrance()
  return ALL_PAGES.filter(
    (page) => hindrance(page) === undefined && (page.sandboxOnly !== true || settings.sandbox !== undefined),
  )
}

/** The nearest of several pages above an address, such as `/digital` and `/digital/users`. */
export function nearestPage(pages: readonly ConsolePage[], address: string): ConsolePage | undefined {
  return pages
    .filter(({ path }) => address === path || address.startsWith(`${path}/`))
    .reduce<ConsolePage | undefined>(
      (nearest, page) => (page.path.length > (nearest?.path.length ?? 0) ? page : nearest),
      undefined,
    )
}
