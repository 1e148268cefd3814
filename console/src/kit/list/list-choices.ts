// Choices of a user for a list, as the browser's storage keeps them: hidden columns. Filters under a name are kept by the gateway
// now (saved-views.tsx); those of earlier versions are read to bring them there.

export interface SavedFilter {
  readonly name: string
  readonly values: Readonly<Record<string, string | undefined>>
}

export interface ListChoices {
  /** Titles of columns that are not shown. */
  readonly hidden: readonly string[]
  readonly saved: readonly SavedFilter[]
}

const MOST_SAVED_FILTERS = 20

export const NO_CHOICES: ListChoices = { hidden: [], saved: [] }

/** What stands in the browser's storage may be of another version, or edited by hand. */
export function choicesOf(stored: string | undefined): ListChoices {
  try {
    const { hidden, saved } = JSON.parse(stored ?? '') as Partial<Record<keyof ListChoices, unknown>>
    return {
      hidden: Array.isArray(hidden) ? hidden.filter((title) => typeof title === 'string') : [],
      saved: Array.isArray(saved) ? saved.filter(isSavedFilter).slice(0, MOST_SAVED_FILTERS) : [],
    }
  } catch {
    return NO_CHOICES
  }
}

function isSavedFilter(one: unknown): one is SavedFilter {
  const { name, values } = (one ?? {}) as Partial<Record<keyof SavedFilter, unknown>>
  if (typeof name !== 'string' || typeof values !== 'object' || values === null) return false
  return Object.values(values).every((value) => typeof value === 'string')
}
