// An amount of tokens, with what there is beside it.

import type { NumberInputProps } from '@mantine/core'
import { MoneyInput, numberOf } from '../../../kit/inputs/money-input.tsx'
import { formatMoney } from '../../../kit/show/format.ts'

export interface AmountInputProps extends NumberInputProps {
  readonly currency: string | undefined
  /** What there is. */
  readonly available?: number | undefined
}

export function AmountInput({ currency = '', available, ...input }: AmountInputProps) {
  return (
    <MoneyInput
      label="Amount"
      required
      currency={currency}
      {...(available !== undefined &&
        currency !== '' && { description: `Available: ${formatMoney(available, currency)}` })}
      {...input}
    />
  )
}

/** An empty field is no number, which the gateway names as missing. */
export function amountOf(value: number | string): number {
  return numberOf(value) ?? Number.NaN
}

/** Before anything is sent: an amount is needed. */
export function amountError(value: number | string): string | undefined {
  const amount = amountOf(value)
  return Number.isFinite(amount) && amount > 0 ? undefined : 'Enter an amount above zero'
}
