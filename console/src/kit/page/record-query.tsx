// Loads a record and draws it: the three states of every page about one record in one place.

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from './error-notice.tsx'
import { PageLoading } from './page-loading.tsx'

export interface LoadedProps<Data> {
  readonly query: UseQueryResult<Data>
  children(data: Data): ReactNode
}

/** What was read stays when reading it again fails: a form on the page keeps what was typed. */
export function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  return <PageLoading />
}

export interface RecordQueryProps<Data> {
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  readonly refreshEveryMs?: number | false
  children(data: Data): ReactNode
}

export function RecordQuery<Data>({ queryKey, load, refreshEveryMs = false, children }: RecordQueryProps<Data>) {
  const query = useQuery({ queryKey, queryFn: load, refetchInterval: refreshEveryMs })
  return <Loaded query={query}>{children}</Loaded>
}
