// What a saved view is made of, without the gateway: filters that are set, the name of a list, and what of the views that a browser
// kept is missing at the gateway.

import type { SavedFilter } from './list-choices.ts'

export interface ViewFilter {
  readonly name: string
  readonly value: string
}

export interface SetView {
  readonly filters: readonly ViewFilter[]
  readonly sort?: string | undefined
}

/** The filters that have a value, in the order of their names. */
export function setFilters(values: SavedFilter['values']): readonly ViewFilter[] {
  return Object.entries(values)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : [{ name, value }]))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/** The list as the gateway names it: the path of its page, and which of the page's lists it is. No id of a record is in it. */
export function listName(route: string, tab: string, urlPrefix: string): string {
  const part = [tab, urlPrefix]
    .map((word) => word.replaceAll(/[^A-Za-z0-9_-]/g, ''))
    .filter((word) => word !== '')
    .join('.')
    .slice(0, 40)
  const path = `/${route.replace(/^\//, '')}`.slice(0, 100)
  return part === '' ? path : `${path}#${part}`
}

interface NamedFilters extends Pick<SetView, 'filters'> {
  readonly name: string
}

interface MissingView extends NamedFilters {
  readonly kept: SavedFilter
}

/** Those that the gateway lacks. One whose name stands for other filters there gets a number. */
export function missingViews(own: readonly NamedFilters[], kept: readonly SavedFilter[]): readonly MissingView[] {
  const known: NamedFilters[] = [...own]
  const missing: MissingView[] = []
  for (const one of kept) {
    const filters = setFilters(one.values)
    const base = one.name.trim()
    const names = [base, ...Array.from({ length: known.length + 1 }, (_, at) => `${base} ${at + 2}`)]
    const sameName = (name: string) => known.find((other) => other.name.toLowerCase() === name.toLowerCase())
    for (const name of names) {
      const taken = sameName(name)
      if (taken !== undefined && !isSame(taken.filters, filters)) continue
      if (taken === undefined) {
        missing.push({ kept: one, name, filters })
        known.push({ name, filters })
      }
      break
    }
  }
  return missing
}

function isSame(some: readonly ViewFilter[], others: readonly ViewFilter[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ name, value }) => others.some((other) => other.name === name && other.value === value))
  )
}
