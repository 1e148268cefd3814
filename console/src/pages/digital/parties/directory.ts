// Institutions, users and accounts by id, so that pages show names. The newest of each are read at once; others one by
// one when they are needed.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ListPageOf } from '../../../kit/list/record-list.tsx'
import { useMay } from '../../../session/entitlements.ts'
import { type Entities, type Entity, LARGEST_PAGE, search } from '../digital-search.ts'

type PartyEntity = Extract<Entity, 'INSTITUTION' | 'USER' | 'DIGITAL_ASSET_ACCOUNT'>

const FRESH_MS = 30_000

export function useDirectory<E extends PartyEntity>(
  partnerId: string,
  entity: E,
): UseQueryResult<ListPageOf<Entities[E]>> {
  const canView = useMay()('DIGITAL_PARTIES', 'VIEW')
  return useQuery({
    queryKey: ['digital', partnerId, 'directory', entity],
    queryFn: () => search(partnerId, entity, { size: LARGEST_PAGE }),
    enabled: canView && partnerId !== '',
    staleTime: FRESH_MS,
  })
}

/** Undefined while it is read, and for users who may not see parties. */
export function useParty<E extends PartyEntity>(
  partnerId: string,
  entity: E,
  id: string | undefined,
): Entities[E] | undefined {
  const directory = useDirectory(partnerId, entity)
  const listed = directory.data?.content.find((party) => party.id === id)
  const single = useQuery({
    queryKey: ['digital', partnerId, 'party', entity, id],
    queryFn: async () => (await search(partnerId, entity, { size: 1, filters: { id } })).content[0] ?? null,
    enabled: id !== undefined && id !== '' && directory.data !== undefined && listed === undefined,
    staleTime: FRESH_MS,
  })
  return listed ?? single.data ?? undefined
}
