// The frame of every page of lending: the partner is chosen at the top, and all below is of that partner.

import type { ReactNode } from 'react'
import { PartnerPicker, usePartner, WithPartner } from '../../kit/form/partner.tsx'
import { PageFrame, type PageFrameProps } from '../../kit/page/page-frame.tsx'

export interface LendingFrameProps extends Omit<PageFrameProps, 'children' | 'actions'> {
  /** Buttons beside the choice of the partner. */
  readonly actions?: ReactNode
  children(partnerId: string): ReactNode
}

export function LendingFrame({ actions, children, ...frame }: LendingFrameProps) {
  const [partnerId] = usePartner('lending')
  return (
    <PageFrame
      {...frame}
      actions={
        <>
          <PartnerPicker family="lending" />
          {partnerId !== '' && actions}
        </>
      }
    >
      <WithPartner family="lending">{children}</WithPartner>
    </PageFrame>
  )
}

/** Everything read of a partner's lending; a change of one thing often changes others. */
export function lendingKey(partnerId: string, ...rest: readonly unknown[]): readonly unknown[] {
  return ['lending', partnerId, ...rest]
}
