// What the institution offers, and how much of it.

import { Checkbox, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { THOUSANDS_SEPARATOR } from '../../../kit/show/format.ts'
import { SERVICES } from '../services.ts'
import type { StepProps } from './identity-step.tsx'
import { listError } from './list-error.ts'

export function ServicesStep({ form }: StepProps) {
  const field = fieldsOf(form)
  const currency = form.values.baseCurrency ?? ''
  const amount = {
    suffix: ` ${currency}`,
    thousandSeparator: THOUSANDS_SEPARATOR,
    min: 0,
    hideControls: true,
    placeholder: 'No limit',
  }
  return (
    <Stack gap="xl">
      <Checkbox.Group
        label="Services"
        description="Orders for anything else are declined. A terminal offers these, unless it has a list of its own."
        {...form.getInputProps('services')}
        error={listError(form, 'services')}
      >
        <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} mt="sm" spacing="md">
          {SERVICES.map(({ value, label, hint }) => (
            <Checkbox key={value} value={value} label={label} description={hint} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <Stack gap="sm">
        <div>
          <Title order={3}>Limits of withdrawals</Title>
          <Text size="sm" c="dimmed">
            In {currency === '' ? 'the base currency' : currency}. An empty field is no limit.
          </Text>
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="md">
          {field.number('limits.perTransaction', 'Most per withdrawal', { ...amount })}
          {field.number('limits.perDay', 'Most per business day', { ...amount })}
          {field.number('limits.countPerDay', 'Number per business day', {
            min: 1,
            allowDecimal: false,
            hideControls: true,
            placeholder: 'No limit',
          })}
          {field.number('limits.maxAccessFee', 'Highest access fee', { ...amount })}
        </SimpleGrid>
        <Text size="xs" c="dimmed">
          Per day counts each card by itself, or each account where no card is used.
        </Text>
      </Stack>
      <Stack gap="sm">
        <Title order={3}>Deposits and reversals</Title>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
          {field.number(
            'holdDays',
            'Hold on checks',
            'Days for which the uncertain part of a check is held. Empty: 2.',
            { suffix: ' days', min: 0, allowDecimal: false },
          )}
          {field.number('reversal.windowHours', 'Reversal window', 'How long an order can be reversed. Empty: 24.', {
            suffix: ' hours',
            min: 1,
            allowDecimal: false,
          })}
          {field.flag(
            'reversal.force',
            'Always reverse credits',
            'Also when the customer has spent the money: the account goes into the red.',
            { mt: 28 },
          )}
        </SimpleGrid>
      </Stack>
    </Stack>
  )
}
