// The institution of a property or an audit record: one of account services by its code, one of digital banking by its
// name. Digital institutions belong to partners, and a record says only their UUID, so the partners are asked.

import { Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/ask.ts'
import { admin } from '../../../api/gateway.ts'
import { lastPartner } from '../../../kit/form/partner-choice.ts'
import { useMay } from '../../../session/entitlements.ts'
import { LARGEST_PAGE, search } from '../digital-search.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** More partners are not asked for a name. */
const MOST_PARTNERS = 20
const FRESH_MS = 60_000

/** By UUID; empty until a page shows one. */
function useNames(isWanted: boolean): ReadonlyMap<string, string> {
  const may = useMay()
  const canList = may('PARTNERS', 'VIEW')
  const isAsked = isWanted && may('DIGITAL_PARTIES', 'VIEW')
  const partners = useQuery({
    queryKey: ['partners', 'choices'],
    queryFn: () => ask(admin.listPartners({ size: 200 }, {})),
    enabled: isAsked && canList,
    staleTime: FRESH_MS,
  })
  const listed = (partners.data?.content ?? [])
    .filter(({ families }) => families.includes('digital'))
    .map(({ partnerId }) => partnerId)
  const asked = canList ? listed : [lastPartner('digital')].filter((partnerId) => partnerId !== '')
  return useQueries({
    queries: asked.slice(0, MOST_PARTNERS).map((partnerId) => ({
      queryKey: ['digital', partnerId, 'directory', 'INSTITUTION'],
      queryFn: () => search(partnerId, 'INSTITUTION', { size: LARGEST_PAGE }),
      enabled: isAsked,
      staleTime: FRESH_MS,
    })),
    combine: (found) =>
      new Map(found.flatMap(({ data }) => data?.content ?? []).map(({ id, institution }) => [id, institution.name])),
  })
}

/** A UUID whose name the user may not read is shown as it is. */
export function InstitutionLabel({ id }: { id: string | null | undefined }) {
  const names = useNames(typeof id === 'string' && UUID.test(id))
  if (id === null || id === undefined || id === '') return '—'
  const name = names.get(id)
  if (name !== undefined) return <span title={id}>{name}</span>
  return UUID.test(id) ? (
    <Text span size="xs" style={{ overflowWrap: 'anywhere' }}>
      {id}
    </Text>
  ) : (
    id
  )
}
