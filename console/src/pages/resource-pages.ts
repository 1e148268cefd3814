// The four pages of a resource: its list, a new record, a record, and its form.

import type { ComponentType } from 'react'
import type { Need, ScopeNeeded } from '../session/entitlements.ts'
import type { ConsolePage } from './console-page.ts'

interface ResourcePages extends Pick<ConsolePage, 'path' | 'title' | 'menu'> {
  /** `biller`. */
  readonly noun: string
  readonly module: NonNullable<Need['needs']>[0]
  /** Changing is closed to users of a narrower scope. */
  readonly scope?: ScopeNeeded
  list(): Promise<{ default: ComponentType }>
  record(): Promise<{ default: ComponentType }>
  form(): Promise<{ NewPage: ComponentType; EditPage: ComponentType }>
}

export function resourcePages(pages: ResourcePages): readonly ConsolePage[] {
  const { path, title, menu, noun, module, scope, list, record, form } = pages
  const within = scope === undefined ? {} : { scope }
  return [
    { path, title, needs: [module, 'VIEW'], ...(menu !== undefined && { menu }), load: list },
    {
      path: `${path}/new`,
      title: `New ${noun}`,
      needs: [module, 'CREATE'],
      ...within,
      load: async () => ({ default: (await form()).NewPage }),
    },
    {
      path: `${path}/$id`,
      title: noun.charAt(0).toUpperCase() + noun.slice(1),
      needs: [module, 'VIEW'],
      load: record,
    },
    {
      path: `${path}/$id/edit`,
      title: `Edit ${noun}`,
      needs: [module, 'UPDATE'],
      ...within,
      load: async () => ({ default: (await form()).EditPage }),
    },
  ]
}
