// The difference of two plans, as the gateway says it.

import type { lending } from '@tillgate/sdk'
import type { ReactNode } from 'react'
import { formatAmount } from '../../../kit/show/format.ts'

export function deltaFacts(delta: lending.ScheduleDelta, currency: string): (readonly [string, ReactNode])[] {
  const money = (amount: number) => (
    <span className="numeric">
      {amount > 0 ? '+' : amount < 0 ? '−' : ''}
      {formatAmount(Math.abs(amount), currency)}
    </span>
  )
  return [
    ['Interest', money(delta.interest)],
    ['All instalments together', money(delta.total)],
    ['Instalments', instalmentWords(delta.instalments)],
    [
      'Maturity',
      delta.maturityDays === 0
        ? 'No change'
        : delta.maturityDays > 0
          ? `${delta.maturityDays} days later`
          : `${-delta.maturityDays} days earlier`,
    ],
  ]
}

function instalmentWords(more: number): string {
  if (more === 0) return 'No change'
  if (more > 0) return more === 1 ? 'One instalment more' : `${more} instalments more`
  return more === -1 ? 'One instalment fewer' : `${-more} instalments fewer`
}
