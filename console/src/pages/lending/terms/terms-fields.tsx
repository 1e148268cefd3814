// The terms of a schedule. An empty field takes the product's value, or the general default.

import { MultiSelect, NumberInput, Select, SimpleGrid, Stack, Switch, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { DateField } from '../../../kit/form/date-field.tsx'
import { MoneyInput } from '../../../kit/form/money-input.tsx'
import { type Choice, choicesOf, FEE_BASES, METHODS, STRATEGIES, UNITS } from '../lending-words.ts'
import { RateInput } from './rate-input.tsx'

const DAY_COUNTS = ['30/360', '30E/360', 'ACT/360', 'ACT/364', 'ACT/365F', 'ACT/ACT-ISDA', 'ACT/ACT-ICMA']
const ROUNDINGS = choicesOf({
  HALF_EVEN: 'Half to even (banker’s)',
  HALF_UP: 'Half up',
  UP: 'Up',
  DOWN: 'Down',
})
const ANNUITY_RATES = choicesOf({
  PER_PERIOD: 'The rate of each period',
  FIRST_PERIOD: 'The rate of the first period',
})
const BASES = choicesOf({ DISBURSED: 'What was paid out', APPROVED: 'What was approved' })
const ALLOCATIONS = choicesOf({
  HORIZONTAL: 'Instalment by instalment, the oldest first',
  VERTICAL: 'Component by component, over all instalments',
})
const SETTLEMENTS = choicesOf({ TO_DATE: 'Up to its day', TO_PERIOD_END: 'Up to the end of the period' })
const COMPONENTS = choicesOf({
  penalties: 'Penalties',
  fees: 'Fees',
  interest: 'Interest',
  principal: 'Principal',
})

export interface TermsFieldsProps<Values> {
  readonly form: UseFormReturnType<Values>
  readonly currency: string
  /** What an empty field means. */
  readonly unstated: string
  /** A product names no date. */
  readonly withFirstDueDate?: boolean
  /** Level of the groups' headings on the page. */
  readonly order?: 3 | 4
}

export function TermsFields<Values>(props: TermsFieldsProps<Values>) {
  const { form, currency, unstated, withFirstDueDate = false, order = 3 } = props
  const at = (name: string) => form.getInputProps(`terms.${name}`)
  const choice = (name: string, label: string, data: readonly (Choice | string)[]) => (
    <Select label={label} placeholder={unstated} clearable data={[...data]} {...at(name)} />
  )
  const group = (title: string, fields: ReactNode) => (
    <Stack gap="sm">
      <Title order={order} size="h4">
        {title}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>{fields}</SimpleGrid>
    </Stack>
  )
  return (
    <Stack gap="xl">
      {group(
        'Instalments',
        <>
          {choice('method', 'How the principal is repaid', choicesOf(METHODS))}
          {choice('dayCount', 'How days of interest are counted', DAY_COUNTS)}
          <NumberInput label="An instalment every" min={1} placeholder={unstated} {...at('repaymentEvery')} />
          {choice('repaymentUnit', 'Unit between instalments', UNITS)}
          {withFirstDueDate && (
            <DateField
              label="First due date"
              description="One period after paying out when empty."
              {...at('firstDueDate')}
            />
          )}
          <MoneyInput
            label="Instalments rounded to a multiple of"
            placeholder={unstated}
            currency={currency}
            {...at('instalmentMultipleOf')}
          />
        </>,
      )}
      {group(
        'At the beginning and the end',
        <>
          <NumberInput
            label="Instalments without principal"
            description="At the beginning only interest is asked for."
            placeholder={unstated}
            min={0}
            {...at('graceOnPrincipal')}
          />
          <NumberInput
            label="Instalments without interest"
            description="The next one collects it."
            placeholder={unstated}
            min={0}
            {...at('graceOnInterest')}
          />
          <MoneyInput
            label="Balloon"
            description="Principal that is left for the last instalment."
            placeholder={unstated}
            currency={currency}
            {...at('balloon')}
          />
          <RateInput
            label="Down payment"
            description="Percent of the principal, due on the day of paying out."
            placeholder={unstated}
            {...at('downPaymentPercent')}
          />
          <Switch
            label="The down payment counts as paid when the loan is paid out"
            {...form.getInputProps('terms.downPaymentAuto', { type: 'checkbox' })}
          />
        </>,
      )}
      {group(
        'Payments',
        <>
          {choice('allocation', 'A payment covers', ALLOCATIONS)}
          {choice('prepaymentDefault', 'Money beyond what is due means', choicesOf(STRATEGIES))}
          <MultiSelect
            label="Order of what is due"
            description="All four, in the order in which they are paid; or none."
            placeholder={unstated}
            data={COMPONENTS}
            {...at('orderDue')}
          />
          <MultiSelect
            label="Order of what is paid in advance"
            description="All four, in the order in which they are paid; or none."
            placeholder={unstated}
            data={COMPONENTS}
            {...at('orderInAdvance')}
          />
          {choice('settlementInterest', 'A settlement pays interest', SETTLEMENTS)}
        </>,
      )}
      {group(
        'Late fee, once for each overdue instalment',
        <>
          <RateInput label="Late fee in percent" placeholder={unstated} {...at('lateFeePercent')} />
          <MoneyInput
            label="Late fee as an amount"
            placeholder={unstated}
            currency={currency}
            {...at('lateFeeAmount')}
          />
          {choice('lateFeeBase', 'Percent of', choicesOf(FEE_BASES))}
          <NumberInput
            label="Days of grace"
            description="After the due date, without a fee."
            placeholder={unstated}
            min={0}
            {...at('lateFeeGraceDays')}
          />
        </>,
      )}
      {group(
        'Arithmetic',
        <>
          {choice('rounding', 'Rounding', ROUNDINGS)}
          {choice('annuityRate', 'Annuities are levelled with', ANNUITY_RATES)}
          {choice('instalmentBasis', 'Instalments are computed from', BASES)}
        </>,
      )}
    </Stack>
  )
}
