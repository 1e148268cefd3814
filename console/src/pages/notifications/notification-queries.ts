// How many notifications are unread, asked for once for the whole console, and marking them as read.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'

const REFRESH_MS = 30_000

export const NOTIFICATIONS = ['notifications'] as const

/** Undefined until it is read; what was read last while it cannot be read. */
export function useAttention() {
  return useQuery({
    queryKey: [...NOTIFICATIONS, 'unread'],
    queryFn: () => ask(admin.countNotifications()),
    refetchInterval: REFRESH_MS,
  }).data
}

/** Marks those that are named, or all. */
export function useMarkRead() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (ids?: readonly string[]) => ask(admin.readNotifications(ids === undefined ? {} : { ids: [...ids] })),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS }),
  })
}
