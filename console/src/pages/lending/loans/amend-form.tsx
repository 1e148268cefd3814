// Changes what can be changed of a loan: references and contact at any time, terms only before it is paid out.

import { NumberInput, SimpleGrid, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { DateField } from '../../../kit/form/date-field.tsx'
import { numberOf, textOf } from '../../../kit/form/money-input.tsx'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { VersionConflict } from '../../../kit/form/version-conflict.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { lendingKey } from '../lending-frame.tsx'
import { RateInput } from '../terms/rate-input.tsx'
import { TermInput, termOf } from '../terms/term-input.tsx'
import type { LoanFormProps } from './loan-form-props.ts'
import { canRestructure, type Loan } from './loan-states.ts'

/** The ways of contact that the form knows. Others are kept as they came. */
const CONTACTS = ['email', 'phone', 'address'] as const

export function AmendForm({ partnerId, loan: opened, onDone }: LoanFormProps) {
  const { loanId } = opened
  // After a conflict the form goes on with the loan as it is now.
  const [loan, setLoan] = useState(opened)
  const isPlanned = loan.status === 'APPROVED'
  const once = useOnce(`amend-${loanId}`)
  const state = useRecordForm({
    initialValues: valuesOf(opened),
    submit: (values) => {
      const changed = Object.fromEntries(
        CONTACTS.flatMap((name) => {
          const value = textOf(values.contact[name] ?? '')
          return value === undefined ? [] : [[name, value]]
        }),
      )
      const known: readonly string[] = CONTACTS
      const others = Object.fromEntries(Object.entries(loan.contact ?? {}).filter(([name]) => !known.includes(name)))
      const isNewContact = CONTACTS.some((name) => (values.contact[name] ?? '').trim() !== textIn(loan.contact?.[name]))
      const term = termOf(values.loanTerm)
      return once((idempotencyKey) =>
        ask(
          lending(partnerId).amendLoan(
            { loanId },
            {
              version: loan.version,
              ...present({
                externalReference: textOf(values.externalReference),
                contact: isNewContact ? { ...others, ...changed } : undefined,
                dueDay: numberOf(values.dueDay),
                ...(isPlanned && {
                  interestRate:
                    numberOf(values.interestRate) === loan.interestRate ? undefined : numberOf(values.interestRate),
                  loanTerm:
                    term?.termCount === loan.loanTerm.termCount && term.termUnit === loan.loanTerm.termUnit
                      ? undefined
                      : term,
                  firstDueDate: textOf(values.firstDueDate),
                }),
              }),
            },
            { idempotencyKey },
          ),
        ),
      )
    },
    invalidates: [lendingKey(partnerId)],
    onSaved: () => {
      notifications.show({ message: 'The loan is amended.', color: 'green' })
      onDone()
    },
  })
  const { form } = state
  return (
    <RecordForm
      state={state}
      submitLabel="Save"
      onCancel={onDone}
      conflict={
        <VersionConflict
          before={valuesOf(loan)}
          mine={form.values}
          load={() => ask(lending(partnerId).getLoan({ loanId }))}
          valuesOf={valuesOf}
          onTake={(read, values) => {
            setLoan(read)
            form.setValues(values)
            state.clearError()
          }}
        />
      }
    >
      <TextInput label="Your own reference" maxLength={255} {...form.getInputProps('externalReference')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label="E-mail of the borrower" type="email" {...form.getInputProps('contact.email')} />
        <TextInput label="Phone of the borrower" type="tel" {...form.getInputProps('contact.phone')} />
      </SimpleGrid>
      <TextInput label="Address of the borrower" {...form.getInputProps('contact.address')} />
      {(isPlanned || canRestructure(loan)) && (
        <NumberInput
          label="Due day"
          description="Instalments move to this day of the month; a shorter month uses its last day. Unchanged when empty."
          min={1}
          max={31}
          allowDecimal={false}
          {...form.getInputProps('dueDay')}
        />
      )}
      {isPlanned ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <RateInput label="Interest rate" {...form.getInputProps('interestRate')} />
          <TermInput form={form} path="loanTerm" label="Term" />
          <DateField
            label="First due date"
            description="Unchanged when empty."
            {...form.getInputProps('firstDueDate')}
          />
        </SimpleGrid>
      ) : (
        <Text size="sm" c="dimmed">
          Rate and term are fixed since the loan was paid out. To change them, restructure it under “What if”.
        </Text>
      )}
    </RecordForm>
  )
}

function valuesOf(loan: Loan) {
  return {
    externalReference: loan.externalReference ?? '',
    contact: Object.fromEntries(CONTACTS.map((name) => [name, textIn(loan.contact?.[name])])),
    dueDay: '' as number | string,
    interestRate: loan.interestRate as number | string,
    loanTerm: { ...loan.loanTerm, termCount: loan.loanTerm.termCount as number | string },
    firstDueDate: '',
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
