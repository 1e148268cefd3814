// What a change of the plan would do.

import { SimpleGrid, Stack, Text } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatDate } from '../../../kit/show/format.ts'
import { apiValue } from '../../../texts/mark.ts'
import { choicesOf, RESTRUCTURES, UNITS } from '../lending-words.ts'
import { deltaFacts } from './delta-facts.tsx'
import { ScenarioForm } from './scenario.tsx'
import type { ScenarioProps } from './scenario-props.ts'

type Type = api.RestructureLoanRequest['type']

const MEANINGS: Readonly<Record<Type, string>> = {
  RATE_CHANGE: 'Interest runs at the new rate from the effective date; later instalments are levelled again.',
  TERM_EXTENSION: 'Instalments are added, and all later ones are levelled again.',
  DUE_DATE_CHANGE: 'The next due date moves, and the others follow it.',
  PAYMENT_HOLIDAY: 'Instalments without principal are inserted; the rest moves back.',
  REAMORTISE: 'Unpaid principal is spread over the instalments that are left. Needs arrears.',
  REAGE: 'Everything unpaid is spread over a new number of instalments from a new date.',
  CAPITALISE: 'Unpaid interest and charges become principal, which bears interest. Needs arrears.',
}

type Values = {
  type: Type
  effectiveDate: string
  newRate: number | string
  extraInstalments: number | string
  newDueDate: string
  graceOnPrincipal: number | string
  graceOnInterest: number | string
  startDate: string
  instalments: number | string
  every: number | string
  unit: string
}

export function Restructure({ partnerId, loan, businessDate }: ScenarioProps) {
  const { loanId, currency } = loan
  const initialValues: Values = {
    type: 'RATE_CHANGE',
    effectiveDate: businessDate,
    newRate: '',
    extraInstalments: '',
    newDueDate: '',
    graceOnPrincipal: '',
    graceOnInterest: '',
    startDate: '',
    instalments: '',
    every: '',
    unit: apiValue('Months'),
  }
  return (
    <ScenarioForm
      name="restructure"
      title="Restructure"
      description="Instalments due up to the effective date stay. The schedule gets a new version; the old ones stay readable."
      partnerId={partnerId}
      loan={loan}
      initialValues={initialValues}
      validate={check}
      fieldNames={{ 'frequency.every': 'every', 'frequency.unit': 'unit', frequency: 'every' }}
      bodyOf={bodyOf}
      fields={(form) => <Fields form={form} />}
      preview={async (body) => {
        const told = await ask(lending(partnerId).restructureLoan({ loanId }, { ...body, preview: true }))
        return { before: told.before, after: told.after, facts: deltaFacts(told.delta, currency) }
      }}
      perform={(body, idempotencyKey) => ask(lending(partnerId).restructureLoan({ loanId }, body, { idempotencyKey }))}
      doLabel="Restructure the loan"
      question={({ type, effectiveDate }) =>
        `${RESTRUCTURES[type]}, effective ${formatDate(effectiveDate)}. ${MEANINGS[type]} A restructure cannot be reversed.`
      }
      done="The loan is restructured."
    />
  )
}

function Fields({ form }: { form: UseFormReturnType<Values> }) {
  const field = fieldsOf(form)
  const { type } = form.values
  const count = (name: keyof Values, label: string, description?: string, required = false) =>
    field.number(name, label, {
      ...(description !== undefined && { description }),
      required,
      min: 1,
      max: 1200,
      allowDecimal: false,
    })
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.choice('type', 'What changes', choicesOf(RESTRUCTURES), {
          allowDeselect: false,
          maxDropdownHeight: 320,
        })}
        {field.date('effectiveDate', 'Effective date', 'It may lie ahead.', { required: true })}
      </SimpleGrid>
      <Text size="sm" c="dimmed">
        {MEANINGS[type]}
      </Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {type === 'RATE_CHANGE' && field.rate('newRate', 'New rate', 'Percent per year.', { required: true })}
        {type === 'TERM_EXTENSION' && count('extraInstalments', 'Instalments to add', undefined, true)}
        {type === 'DUE_DATE_CHANGE' && field.date('newDueDate', 'New next due date', { required: true })}
        {type === 'PAYMENT_HOLIDAY' && (
          <>
            {count('graceOnPrincipal', 'Instalments without principal', 'Only interest is asked for.')}
            {count(
              'graceOnInterest',
              'Instalments without interest either',
              'Nothing is asked for; it is collected afterwards.',
            )}
          </>
        )}
        {type === 'REAGE' && (
          <>
            {count('instalments', 'Number of instalments', undefined, true)}
            {field.date('startDate', 'First new due date', { required: true })}
            {count('every', 'An instalment every', 'As the loan has it when empty.')}
            {field.choice('unit', 'Unit', UNITS, { allowDeselect: false })}
          </>
        )}
      </SimpleGrid>
    </Stack>
  )
}

function check(values: Values) {
  const { type } = values
  const missing = (isNeeded: boolean, value: number | string) =>
    isNeeded && value === '' ? 'This is needed for the change' : undefined
  return present({
    effectiveDate: missing(true, values.effectiveDate),
    newRate: missing(type === 'RATE_CHANGE', values.newRate),
    extraInstalments: missing(type === 'TERM_EXTENSION', values.extraInstalments),
    newDueDate: missing(type === 'DUE_DATE_CHANGE', values.newDueDate),
    graceOnPrincipal:
      type === 'PAYMENT_HOLIDAY' && values.graceOnPrincipal === '' && values.graceOnInterest === ''
        ? 'Enter at least one of the two'
        : undefined,
    instalments: missing(type === 'REAGE', values.instalments),
    startDate: missing(type === 'REAGE', values.startDate),
  })
}

/** Only what belongs to the type: what was typed for another one stays in the form. */
function bodyOf(values: Values): api.RestructureLoanRequest {
  const { type, effectiveDate } = values
  const every = numberOf(values.every)
  const byType: Readonly<Record<Type, object>> = {
    RATE_CHANGE: { newRate: numberOf(values.newRate) },
    TERM_EXTENSION: { extraInstalments: numberOf(values.extraInstalments) },
    DUE_DATE_CHANGE: { newDueDate: textOf(values.newDueDate) },
    PAYMENT_HOLIDAY: {
      graceOnPrincipal: numberOf(values.graceOnPrincipal),
      graceOnInterest: numberOf(values.graceOnInterest),
    },
    REAMORTISE: {},
    REAGE: {
      instalments: numberOf(values.instalments),
      startDate: textOf(values.startDate),
      frequency: every === undefined ? undefined : { every, unit: values.unit },
    },
    CAPITALISE: {},
  }
  return { type, effectiveDate, ...present(byType[type]) }
}
