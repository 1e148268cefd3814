// What a user chose for a list, kept in the browser: hidden columns, and filters under a name until they are brought to the gateway.
// Each user of the browser has their own.

import { useLocalStorage } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { useUser } from '../../session/session.ts'
import { useUrlState } from '../page/url-state.ts'
import { choicesOf, type ListChoices, NO_CHOICES } from './list-choices.ts'
import { listName } from './view-choices.ts'

/** The name of a list at the gateway, of each of the lists of a page. */
export function useListName(urlPrefix: string): string {
  const route = String(useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' }))
  const [{ tab = '' }] = useUrlState()
  return listName(route, tab, urlPrefix)
}

/** `urlPrefix` tells several lists of a page apart, as it does in the address. */
export function useListChoices(urlPrefix: string): readonly [ListChoices, (next: Partial<ListChoices>) => void] {
  const { id } = useUser()
  const route = useMatches({ select: (matches) => matches.at(-1)?.fullPath ?? '' })
  const [{ tab = '' }] = useUrlState()
  const [choices, setChoices] = useLocalStorage<ListChoices>({
    key: `tillgate-list:${id}:${route}:${tab}:${urlPrefix}`,
    defaultValue: NO_CHOICES,
    getInitialValueInEffect: false,
    deserialize: choicesOf,
  })
  return [choices, (next) => setChoices({ ...choices, ...next })]
}
