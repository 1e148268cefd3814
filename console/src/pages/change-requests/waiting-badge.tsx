// How many changes wait for the user, in the menu.

import { Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { formatCount } from '../../kit/show/format.ts'

const REFRESH_MS = 60_000

export default function WaitingBadge() {
  const { data } = useQuery({
    queryKey: ['change-requests', 'waiting'],
    queryFn: () => ask(admin.listChangeRequests({ page: 1, size: 1 }, { waitsForMe: true })),
    refetchInterval: REFRESH_MS,
  })
  const waiting = data?.totalElements ?? 0
  if (waiting === 0) return null
  return (
    <Badge size="sm" circle={waiting < 10} title={`${formatCount(waiting)} waiting for you`}>
      {formatCount(waiting)}
    </Badge>
  )
}
