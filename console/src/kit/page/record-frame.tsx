// The page of one record: its frame is there at once, and is filled in when the record is read.

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { StatusBadge } from '../show/values.tsx'
import { PageFrame, type PageFrameProps } from './page-frame.tsx'
import { Loaded } from './record-query.tsx'

export interface RecordFrameProps<Data> {
  /** What it is; the page's title until the record is read. */
  readonly noun: string
  /** The list above it: `['Billers', '/billers']`. */
  readonly list: readonly [label: string, to: string]
  readonly queryKey: readonly unknown[]
  load(): Promise<Data>
  readonly refreshEveryMs?: number | false | ((record: Data | undefined) => number | false)
  frame(record: Data): RecordHead
  children(record: Data): ReactNode
}

export interface RecordHead extends Pick<PageFrameProps, 'title' | 'description' | 'actions' | 'badge'> {
  /** Shown as the badge. */
  readonly status?: string
}

export function RecordFrame<Data>(props: RecordFrameProps<Data>) {
  const { noun, list, queryKey, load, refreshEveryMs = false, frame, children } = props
  const query = useQuery({
    queryKey,
    queryFn: load,
    refetchInterval: typeof refreshEveryMs === 'function' ? ({ state }) => refreshEveryMs(state.data) : refreshEveryMs,
  })
  const { status, ...head }: RecordHead = query.data === undefined ? { title: noun } : frame(query.data)
  return (
    <PageFrame trail={[list]} {...(status !== undefined && { badge: <StatusBadge status={status} /> })} {...head}>
      <Loaded query={query}>{children}</Loaded>
    </PageFrame>
  )
}
