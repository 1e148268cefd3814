// The pages that the user may open.

import { ALL_PAGES } from '../pages/all-pages.ts'
import type { ConsolePage } from '../pages/console-page.ts'
import { useMay } from '../session/entitlements.ts'
import { settings } from '../settings.ts'

export function usePermittedPages(): readonly ConsolePage[] {
  const may = useMay()
  return ALL_PAGES.filter(
    ({ needs, sandboxOnly }) =>
      (needs === undefined || may(...needs)) && (sandboxOnly !== true || settings.sandbox !== undefined),
  )
}

/** Of several pages above an address, such as `/digital` and `/digital/users`, the nearest. */
export function nearestPage(pages: readonly ConsolePage[], address: string): ConsolePage | undefined {
  return pages
    .filter(({ path }) => address === path || address.startsWith(`${path}/`))
    .reduce<ConsolePage | undefined>(
      (nearest, page) => (page.path.length > (nearest?.path.length ?? 0) ? page : nearest),
      undefined,
    )
}
