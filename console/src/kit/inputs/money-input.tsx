// An amount in the decimals of its currency.

import { NumberInput, type NumberInputProps, Text } from '@mantine/core'
import { decimalsOf, THOUSANDS_SEPARATOR } from '../show/format.ts'

export function MoneyInput({ currency, ...input }: NumberInputProps & { currency: string }) {
  return (
    <NumberInput
      min={0}
      hideControls
      allowNegative={false}
      thousandSeparator={THOUSANDS_SEPARATOR}
      rightSection={
        <Text size="xs" c="dimmed" aria-hidden>
          {currency}
        </Text>
      }
      rightSectionWidth={48}
      rightSectionPointerEvents="none"
      {...input}
      decimalScale={decimalsOf(currency)}
    />
  )
}

/** A number input's value: undefined when it is empty. */
export function numberOf(value: number | string): number | undefined {
  if (typeof value === 'number') return value
  return value.trim() === '' ? undefined : Number(value)
}

/** A text input's value: undefined when it is blank. */
export function textOf(value: string): string | undefined {
  return value.trim() === '' ? undefined : value.trim()
}
