// Chooses a product and says what may be asked of it.

import { Select, type SelectProps, Stack, Text, TextInput } from '@mantine/core'
import { formatAmount } from '../../../kit/show/format.ts'
import { useMay } from '../../../session/entitlements.ts'
import { formatRate, formatTerm } from '../lending-words.ts'
import { type LoanProduct, useLoanProducts } from './loan-products.ts'

export interface ProductInputProps {
  readonly value: string
  onChange(productCode: string): void
  readonly error?: SelectProps['error']
  /** Also those that are not offered. */
  readonly withInactive?: boolean
}

export function ProductInput({ value, onChange, error, withInactive = false }: ProductInputProps) {
  const may = useMay()
  const { data = [] } = useLoanProducts()
  if (!may('LOAN_PRODUCTS', 'VIEW')) {
    return (
      <TextInput
        label="Product"
        description="Its code."
        required
        maxLength={35}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
        error={error}
      />
    )
  }
  const chosen = data.find(({ productCode }) => productCode === value)
  return (
    <Stack gap={4}>
      <Select
        label="Product"
        required
        placeholder="Choose a product"
        searchable
        allowDeselect={false}
        nothingFoundMessage="No product"
        data={data
          .filter(({ isActive }) => withInactive || isActive)
          .map(({ productCode, name }) => ({ value: productCode, label: `${productCode} · ${name}` }))}
        value={value === '' ? null : value}
        onChange={(next) => onChange(next ?? '')}
        error={error}
      />
      {chosen !== undefined && (
        <Text size="xs" c="dimmed">
          {limitsOf(chosen)}
        </Text>
      )}
    </Stack>
  )
}

function limitsOf({ amount, term, rate, currencies, defaultRate }: LoanProduct): string {
  const currency = currencies[0] ?? 'USD'
  return `${formatAmount(amount.min, currency)} to ${formatAmount(amount.max, currency)} ${currencies.join(', ')}, ${formatTerm(term.min)} to ${formatTerm(term.max)}, ${formatRate(rate.min)} to ${formatRate(rate.max)} a year (${formatRate(defaultRate)} unless stated).`
}
