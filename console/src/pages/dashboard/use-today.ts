// The business date of today: institutions know theirs, the browser does not.

import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { present } from '../../kit/list/record-list.tsx'
import { useMay } from '../../session/entitlements.ts'
import type { Today } from './period.ts'

const REFRESH_MS = 30_000

/** Undefined until it is known. Users who may not read institutions get the date in UTC. */
export function useToday(institutionId: string | undefined): Today | undefined {
  const mayRead = useMay()('INSTITUTIONS', 'VIEW')
  const { data, isError } = useQuery({
    queryKey: ['dashboard', 'today', institutionId],
    queryFn: async () => {
      const { content } = await ask(admin.listInstitutions({ size: 200 }, present({ search: institutionId })))
      const dates = content
        .filter((institution) => institutionId === undefined || institution.institutionId === institutionId)
        .map(({ businessDate }) => businessDate)
        .sort()
      return { earliest: dates[0] ?? utcDate(), latest: dates.at(-1) ?? utcDate() }
    },
    enabled: mayRead,
    refetchInterval: REFRESH_MS,
  })
  if (data !== undefined) return data
  return mayRead && !isError ? undefined : { earliest: utcDate(), latest: utcDate() }
}

function utcDate(): string {
  return new Date().toISOString().slice(0, 10)
}
