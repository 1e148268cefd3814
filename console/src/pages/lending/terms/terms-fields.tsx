// The terms of a schedule. An empty field takes the product's value, or the general default.

import { SimpleGrid, Stack, Title } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { choicesOf, FEE_BASES, METHODS, STRATEGIES, UNITS } from '../lending-words.ts'
import type { TermsValues } from './term-values.ts'

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

export function TermsFields<Values extends HasTerms>(props: TermsFieldsProps<Values>) {
  const { form, currency, unstated, withFirstDueDate = false, order = 3 } = props
  const field = fieldsOf<HasTerms>(form)
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
      {group('Instalments', instalments(field, currency, unstated, withFirstDueDate))}
      {group('At the beginning and the end', bothEnds(field, currency, unstated))}
      {group('Payments', payments(field, unstated))}
      {group('Late fee, once for each overdue instalment', lateFee(field, currency, unstated))}
      {group('Arithmetic', arithmetic(field, unstated))}
    </Stack>
  )
}

export type HasTerms = { terms: TermsValues }
type Rows = ReturnType<typeof fieldsOf<HasTerms>>

function instalments(field: Rows, currency: string, placeholder: string, withFirstDueDate: boolean) {
  const one = { placeholder, clearable: true }
  return (
    <>
      {field.choice('terms.method', 'How the principal is repaid', choicesOf(METHODS), one)}
      {field.choice('terms.dayCount', 'How days of interest are counted', DAY_COUNTS, one)}
      {field.number('terms.repaymentEvery', 'An instalment every', { min: 1, placeholder })}
      {field.choice('terms.repaymentUnit', 'Unit between instalments', UNITS, one)}
      {withFirstDueDate &&
        field.date('terms.firstDueDate', 'First due date', 'One period after paying out when empty.')}
      {field.money('terms.instalmentMultipleOf', 'Instalments rounded to a multiple of', currency, { placeholder })}
    </>
  )
}

function bothEnds(field: Rows, currency: string, placeholder: string) {
  return (
    <>
      {field.number(
        'terms.graceOnPrincipal',
        'Instalments without principal',
        'At the beginning only interest is asked for.',
        { placeholder, min: 0 },
      )}
      {field.number('terms.graceOnInterest', 'Instalments without interest', 'The next one collects it.', {
        placeholder,
        min: 0,
      })}
      {field.money('terms.balloon', 'Balloon', currency, 'Principal that is left for the last instalment.', {
        placeholder,
      })}
      {field.rate(
        'terms.downPaymentPercent',
        'Down payment',
        'Percent of the principal, due on the day of paying out.',
        { placeholder },
      )}
      {field.flag('terms.downPaymentAuto', 'The down payment counts as paid when the loan is paid out')}
    </>
  )
}

function payments(field: Rows, placeholder: string) {
  const one = { placeholder, clearable: true }
  const order = 'All four, in the order in which they are paid; or none.'
  return (
    <>
      {field.choice('terms.allocation', 'A payment covers', ALLOCATIONS, one)}
      {field.choice('terms.prepaymentDefault', 'Money beyond what is due means', choicesOf(STRATEGIES), one)}
      {field.choices('terms.orderDue', 'Order of what is due', COMPONENTS, order, { placeholder })}
      {field.choices('terms.orderInAdvance', 'Order of what is paid in advance', COMPONENTS, order, { placeholder })}
      {field.choice('terms.settlementInterest', 'A settlement pays interest', SETTLEMENTS, one)}
    </>
  )
}

function lateFee(field: Rows, currency: string, placeholder: string) {
  return (
    <>
      {field.rate('terms.lateFeePercent', 'Late fee in percent', { placeholder })}
      {field.money('terms.lateFeeAmount', 'Late fee as an amount', currency, { placeholder })}
      {field.choice('terms.lateFeeBase', 'Percent of', choicesOf(FEE_BASES), { placeholder, clearable: true })}
      {field.number('terms.lateFeeGraceDays', 'Days of grace', 'After the due date, without a fee.', {
        placeholder,
        min: 0,
      })}
    </>
  )
}

function arithmetic(field: Rows, placeholder: string) {
  const one = { placeholder, clearable: true }
  return (
    <>
      {field.choice('terms.rounding', 'Rounding', ROUNDINGS, one)}
      {field.choice('terms.annuityRate', 'Annuities are levelled with', ANNUITY_RATES, one)}
      {field.choice('terms.instalmentBasis', 'Instalments are computed from', BASES, one)}
    </>
  )
}
