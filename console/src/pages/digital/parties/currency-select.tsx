// Chooses a currency of ISO 4217.

import { Select, type SelectProps } from '@mantine/core'
import { CURRENCIES } from '../../../kit/inputs/places-and-currencies.ts'

export type CurrencySelectProps = Omit<SelectProps, 'data' | 'value' | 'onChange'> & {
  readonly value?: string
  onChange?(value: string): void
}

export function CurrencySelect({ value = '', onChange, ...select }: CurrencySelectProps) {
  return (
    <Select
      label="Currency"
      required
      searchable
      {...select}
      data={[...CURRENCIES]}
      value={value === '' ? null : value}
      onChange={(next) => onChange?.(next ?? '')}
    />
  )
}
