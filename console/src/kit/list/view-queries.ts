// Saved views of a list, which the gateway keeps: read when they are asked for, saved, changed and removed. What a browser kept
// before is brought over once.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { GatewayError } from '../../api/gateway-error.ts'
import type { UrlValues } from '../page/url-state.ts'
import type { SavedFilter } from './list-choices.ts'
import { missingViews, type SetView } from './view-choices.ts'

export type SavedView = onboarding.SavedView

const VIEWS = 'saved-views'

/** Own ones and shared ones of a list fit one page. */
async function readViews(list: string): Promise<readonly SavedView[]> {
  const { content } = await ask(admin.listSavedViews({ size: 200 }, { list }))
  return content
}

export function useViews(list: string, isWanted: boolean) {
  return useQuery({ queryKey: [VIEWS, list], queryFn: () => readViews(list), enabled: isWanted })
}

export interface ViewToSave extends SetView {
  readonly name: string
  readonly isShared: boolean
}

export function useViewChanges(list: string, userId: string) {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: [VIEWS, list] })
  const save = useMutation({
    mutationFn: async ({ filters, sort, name, isShared }: ViewToSave) => {
      const sent = { name, filters: [...filters], isShared }
      // One's own of this name is replaced, also one that another window has saved.
      const same = (await readViews(list)).find((one) => one.ownerId === userId && isSameName(one.name, name))
      if (same === undefined) {
        return await ask(admin.createSavedView({ list, ...sent, ...(sort !== undefined && { sort }) }))
      }
      return await ask(admin.updateSavedView({ id: same.id }, { version: same.version, ...sent, sort: sort ?? null }))
    },
    onSettled,
  })
  const share = useMutation({
    mutationFn: ({ id, version, isShared }: SavedView) =>
      ask(admin.updateSavedView({ id }, { version, isShared: !isShared })),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: ({ id }: SavedView) =>
      ask(admin.deleteSavedView({ id })).catch((error: unknown) => {
        // Gone already counts as removed.
        if (!(error instanceof GatewayError) || error.status !== 404) throw error
      }),
    onSettled,
  })
  return { save, share, remove }
}

/**
 * Saves at the gateway what a browser kept, and returns what could not be saved and stays. One that the gateway refuses as it is
 * (a card number as a filter's value) is dropped: it would be refused every time.
 */
export async function bringOver(
  list: string,
  userId: string,
  kept: readonly SavedFilter[],
): Promise<{ readonly left: readonly SavedFilter[]; readonly refused: readonly string[] }> {
  const own = (await readViews(list)).filter(({ ownerId }) => ownerId === userId)
  const left: SavedFilter[] = []
  const refused: string[] = []
  for (const { kept: one, name, filters } of missingViews(own, kept)) {
    try {
      await ask(admin.createSavedView({ list, name, filters: [...filters], isShared: false }))
    } catch (error) {
      if (error instanceof GatewayError && error.status === 400) refused.push(one.name)
      else left.push(one)
    }
  }
  return { left, refused }
}

export function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The filters of a view as the address has them, without those that the list no longer knows. */
export function valuesOf({ filters }: Pick<SavedView, 'filters'>, known: readonly string[]): UrlValues {
  return Object.fromEntries(filters.flatMap(({ name, value }) => (known.includes(name) ? [[name, value]] : [])))
}
