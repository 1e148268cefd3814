// State that lives in the address: filters, page, sorting, tabs. A link restores it.

import { useMatch, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

export type UrlValues = Readonly<Record<string, string | undefined>>

/** Where the frame around every page stands. */
const FRAME = '/'

/** The values of the query, and a function that changes some of them; undefined removes one. */
export function useUrlState(): readonly [UrlValues, (change: UrlValues) => void] {
  const values = useSearch({ strict: false }) as UrlValues
  const navigate = useNavigate()
  const router = useRouter()
  const path = useMatch({ strict: false, select: ({ pathname }) => pathname }) as string
  const change = useCallback(
    (changed: UrlValues) => {
      // Typed text is sent when the typing pauses: by then the reader may be on the way to another page, whose address this is not.
      if (path !== FRAME && router.latestLocation.pathname !== path) return
      void navigate({
        to: '.',
        replace: true,
        search: (before: Record<string, unknown>) => ({ ...before, ...changed }),
      } as never)
    },
    [navigate, path, router],
  )
  return [values, change]
}
