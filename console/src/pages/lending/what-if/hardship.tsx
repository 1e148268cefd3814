// What a hardship arrangement would do.

import { SimpleGrid, Stack } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { formatDate } from '../../../kit/show/format.ts'
import { AT_END, choicesOf, HARDSHIPS, INTEREST_TREATMENTS } from '../lending-words.ts'
import { deltaFacts } from './delta-facts.tsx'
import { ScenarioForm } from './scenario.tsx'
import type { ScenarioProps } from './scenario-props.ts'

type Values = {
  type: api.Arrangement['type']
  startDate: string
  instalments: number | string
  reducedAmount: number | string
  interestTreatment: api.Arrangement['interestTreatment']
  atEnd: api.Arrangement['atEnd']
  reason: string
}

export function Hardship({ partnerId, loan, businessDate }: ScenarioProps) {
  const { loanId, currency } = loan
  const initialValues: Values = {
    type: 'PAYMENT_HOLIDAY',
    startDate: businessDate,
    instalments: 3,
    reducedAmount: '',
    interestTreatment: 'ACCRUE',
    atEnd: 'EXTEND_TERM',
    reason: '',
  }
  return (
    <ScenarioForm
      name="hardship"
      title="Hardship arrangement"
      description="For some instalments less or nothing is asked for. While it is kept, days past due, late fees and charge-off pause; it breaks when a payment under it is 15 days late."
      partnerId={partnerId}
      loan={loan}
      initialValues={initialValues}
      validate={faultsOf}
      bodyOf={bodyOf}
      fields={(form) => <HardshipFields form={form} currency={currency} />}
      preview={async (body) => {
        const told = await ask(lending(partnerId).arrangeHardship({ loanId }, { ...body, preview: true }))
        return {
          before: told.before,
          after: told.after,
          facts: [...deltaFacts(told.delta, currency), ['Protected until', formatDate(told.endDate)]],
        }
      }}
      perform={(body, idempotencyKey) => ask(lending(partnerId).arrangeHardship({ loanId }, body, { idempotencyKey }))}
      doLabel="Start the arrangement"
      question={({ type, startDate }) =>
        `${HARDSHIPS[type]}, from ${formatDate(startDate)}. It can be ended early under “Collections”.`
      }
      done="The arrangement has started."
    />
  )
}

function faultsOf({ type, startDate, instalments, reducedAmount, reason }: Values) {
  return present({
    startDate: startDate === '' ? 'Enter a date' : undefined,
    instalments: numberOf(instalments) === undefined ? 'Enter a number' : undefined,
    reducedAmount:
      type === 'REDUCED_PAYMENT' && numberOf(reducedAmount) === undefined
        ? 'Enter what each instalment asks for'
        : undefined,
    reason: textOf(reason) === undefined ? 'Say why' : undefined,
  })
}

function bodyOf({ type, startDate, instalments, reducedAmount, interestTreatment, atEnd, reason }: Values) {
  return {
    type,
    startDate,
    interestTreatment,
    atEnd,
    reason: reason.trim(),
    ...present({
      instalments: numberOf(instalments),
      reducedAmount: type === 'REDUCED_PAYMENT' ? numberOf(reducedAmount) : undefined,
    }),
  }
}

function HardshipFields({ form, currency }: { form: UseFormReturnType<Values>; currency: string }) {
  const field = fieldsOf(form)
  const always = { allowDeselect: false }
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.choice('type', 'What is asked for meanwhile', choicesOf(HARDSHIPS), always)}
        {field.date('startDate', 'From', 'From the first instalment due on or after this day.', { required: true })}
        {field.number('instalments', 'Instalments that it covers', {
          required: true,
          min: 1,
          max: 120,
          allowDecimal: false,
        })}
        {form.values.type === 'REDUCED_PAYMENT' &&
          field.money(
            'reducedAmount',
            'Each asks for',
            currency,
            'With interest collected later, it must cover the interest.',
            { required: true },
          )}
        {field.choice('interestTreatment', 'Interest that is not asked for', choicesOf(INTEREST_TREATMENTS), always)}
        {field.choice('atEnd', 'At the end', choicesOf(AT_END), always)}
      </SimpleGrid>
      {field.text('reason', 'Reason', 'Kept with the arrangement: job lost, illness.', {
        required: true,
        maxLength: 255,
      })}
    </Stack>
  )
}
