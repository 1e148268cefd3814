// States what a repayment by hand pays. The parts must sum to the amount; the form says what is missing.

import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { MoneyInput, numberOf } from '../../../../kit/inputs/money-input.tsx'
import { formatMoney, formatWord } from '../../../../kit/show/format.ts'
import { ALLOCATION_PARTS, type RepaymentValues } from './post-repayment.ts'

export function AllocationFields({ form, currency }: { form: UseFormReturnType<RepaymentValues>; currency: string }) {
  const field = fieldsOf(form)
  const { allocate, allocation, amount } = form.values
  const stated = ALLOCATION_PARTS.reduce((sum, part) => sum + (numberOf(allocation[part]) ?? 0), 0)
  const missing = (numberOf(amount) ?? 0) - stated
  return (
    <Stack gap="sm">
      {field.flag('allocate', 'Choose what it pays')}
      {allocate && (
        <>
          <SimpleGrid cols={{ base: 2, sm: 5 }}>
            {ALLOCATION_PARTS.map((part) => (
              <MoneyInput
                key={part}
                label={formatWord(part)}
                currency={currency}
                {...form.getInputProps(`allocation.${part}`)}
              />
            ))}
          </SimpleGrid>
          <Text size="sm" c={Math.abs(missing) < 0.005 ? 'dimmed' : 'red'} role="status" aria-live="polite">
            {Math.abs(missing) < 0.005
              ? 'The parts sum to the amount.'
              : `${formatMoney(Math.abs(missing), currency)} ${missing > 0 ? 'of the amount is not allocated' : 'more than the amount is allocated'}.`}
          </Text>
        </>
      )}
    </Stack>
  )
}
