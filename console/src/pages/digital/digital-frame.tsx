// Frames of the workbench's pages: every one is about one partner, which is chosen at the top.

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { PartnerPicker, PartnerRecord, usePartner, WithPartner } from '../../kit/form/partner.tsx'
import { PageFrame, type PageFrameProps } from '../../kit/page/page-frame.tsx'

export interface DigitalFrameProps extends Omit<PageFrameProps, 'children'> {
  children(partnerId: string): ReactNode
}

export function DigitalFrame({ actions, children, ...frame }: DigitalFrameProps) {
  return (
    <PageFrame
      {...frame}
      actions={
        <>
          <PartnerPicker family="digital" />
          {actions}
        </>
      }
    >
      <WithPartner family="digital">{children}</WithPartner>
    </PageFrame>
  )
}

export interface DigitalRecordProps<Data> {
  /** The title until the record is read. */
  readonly noun: string
  readonly trail: readonly (readonly [label: string, to: string])[]
  /** The key in the cache, below the partner's. */
  readonly queryKey: readonly unknown[]
  load(partnerId: string): Promise<Data>
  /** How soon to read it again; false when it cannot change by itself. */
  refreshEveryMs?(data: Data): number | false
  /** The title, badge and actions of the page. */
  frame(data: Data, partnerId: string): Pick<PageFrameProps, 'title' | 'description' | 'badge' | 'actions'>
  children(data: Data, partnerId: string): ReactNode
}

export function DigitalRecord<Data>(props: DigitalRecordProps<Data>) {
  const { noun, trail, queryKey, load, refreshEveryMs, frame, children } = props
  const [partnerId] = usePartner('digital')
  const query = useQuery({
    queryKey: ['digital', partnerId, ...queryKey],
    queryFn: () => load(partnerId),
    enabled: partnerId !== '',
    refetchInterval: ({ state }) =>
      state.data === undefined || refreshEveryMs === undefined ? false : refreshEveryMs(state.data),
  })
  return (
    <DigitalFrame {...(query.data === undefined ? { title: noun } : frame(query.data, partnerId))} trail={trail}>
      {() => (
        <PartnerRecord noun={noun} partnerId={partnerId} query={query}>
          {(data) => children(data, partnerId)}
        </PartnerRecord>
      )}
    </DigitalFrame>
  )
}
