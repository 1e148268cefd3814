// What a hardship arrangement would do.

import { NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { DateField } from '../../../kit/form/date-field.tsx'
import { MoneyInput, numberOf, textOf } from '../../../kit/form/money-input.tsx'
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
      validate={(values) =>
        present({
          startDate: values.startDate === '' ? 'Enter a date' : undefined,
          instalments: numberOf(values.instalments) === undefined ? 'Enter a number' : undefined,
          reducedAmount:
            values.type === 'REDUCED_PAYMENT' && numberOf(values.reducedAmount) === undefined
              ? 'Enter what each instalment asks for'
              : undefined,
          reason: textOf(values.reason) === undefined ? 'Say why' : undefined,
        })
      }
      bodyOf={({ type, startDate, instalments, reducedAmount, interestTreatment, atEnd, reason }) => ({
        type,
        startDate,
        interestTreatment,
        atEnd,
        reason: reason.trim(),
        ...present({
          instalments: numberOf(instalments),
          reducedAmount: type === 'REDUCED_PAYMENT' ? numberOf(reducedAmount) : undefined,
        }),
      })}
      fields={(form) => (
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Select
              label="What is asked for meanwhile"
              allowDeselect={false}
              data={choicesOf(HARDSHIPS)}
              {...form.getInputProps('type')}
            />
            <DateField
              label="From"
              required
              description="From the first instalment due on or after this day."
              {...form.getInputProps('startDate')}
            />
            <NumberInput
              label="Instalments that it covers"
              required
              min={1}
              max={120}
              allowDecimal={false}
              {...form.getInputProps('instalments')}
            />
            {form.values.type === 'REDUCED_PAYMENT' && (
              <MoneyInput
                label="Each asks for"
                required
                description="With interest collected later, it must cover the interest."
                currency={currency}
                {...form.getInputProps('reducedAmount')}
              />
            )}
            <Select
              label="Interest that is not asked for"
              allowDeselect={false}
              data={choicesOf(INTEREST_TREATMENTS)}
              {...form.getInputProps('interestTreatment')}
            />
            <Select
              label="At the end"
              allowDeselect={false}
              data={choicesOf(AT_END)}
              {...form.getInputProps('atEnd')}
            />
          </SimpleGrid>
          <TextInput
            label="Reason"
            required
            description="Kept with the arrangement: job lost, illness."
            maxLength={255}
            {...form.getInputProps('reason')}
          />
        </Stack>
      )}
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
