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
  const count = (number: number, unit: string) =>
    number === 0 ? 'No change' : `${Math.abs(number)} ${unit} ${number > 0 ? 'more' : 'fewer'}`
  return [
    ['Interest', money(delta.interest)],
    ['All instalments together', money(delta.total)],
    ['Instalments', count(delta.instalments, Math.abs(delta.instalments) === 1 ? 'instalment' : 'instalments')],
    [
      'Maturity',
      delta.maturityDays === 0
        ? 'No change'
        : `${Math.abs(delta.maturityDays)} days ${delta.maturityDays > 0 ? 'later' : 'earlier'}`,
    ],
  ]
}
