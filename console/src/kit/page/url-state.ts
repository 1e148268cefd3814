// State that lives in the address: filters, page, sorting, tabs. A link restores it.

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type UrlValues = Readonly<Record<string, string | undefined>>

/** The values of the query, and a function that changes some of them; undefined removes one. */
export function useUrlState(): readonly [UrlValues, (change: UrlValues) => void] {
  const values = useSearch({ strict: false }) as UrlValues
  const navigate = useNavigate()
  const change = useCallback(
    (changed: UrlValues) => {
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, ...changed }),
      } as never)
    },
    [navigate],
  )
  return [values, change]
}
