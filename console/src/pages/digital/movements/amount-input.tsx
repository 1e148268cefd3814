// An amount of tokens: as many decimals as the currency has.

import { NumberInput, type NumberInputProps } from '@mantine/core'
import { formatMoney } from '../../../kit/show/format.ts'
import { decimalsOf } from '../words/codes.ts'

export interface AmountInputProps extends NumberInputProps {
  readonly currency: string | undefined
  /** What there is. */
  readonly available?: number | undefined
}

export function AmountInput({ currency, available, ...input }: AmountInputProps) {
  return (
    <NumberInput
      label="Amount"
      required
      min={0}
      hideControls
      decimalScale={decimalsOf(currency)}
      thousandSeparator=","
      {...(available !== undefined &&
        currency !== undefined && { description: `Available: ${formatMoney(available, currency)}` })}
      rightSection={currency === undefined || currency === '' ? undefined : currency}
      rightSectionWidth={56}
      rightSectionPointerEvents="none"
      {...input}
    />
  )
}

/** The number of an amount field; an empty one is no number, which the gateway names as missing. */
export function amountOf(value: number | string): number {
  return typeof value === 'number' ? value : Number.parseFloat(value)
}

/** Before anything is sent: an amount is needed. */
export function amountError(value: number | string): string | undefined {
  const amount = amountOf(value)
  return Number.isFinite(amount) && amount > 0 ? undefined : 'Enter an amount above zero'
}
