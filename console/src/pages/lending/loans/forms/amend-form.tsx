// Changes what can be changed of a loan: references and contact at any time, terms only before it is paid out.

import { SimpleGrid, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { VersionConflict } from '../../../../kit/form/version-conflict.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../../kit/inputs/money-input.tsx'
import { present } from '../../../../kit/list/record-list.tsx'
import { lendingKey } from '../../lending-frame.tsx'
import { TermInput, termOf } from '../../terms/term-input.tsx'
import { canRestructure, type Loan } from '../loan-states.ts'
import type { LoanFormProps } from './loan-form-props.ts'

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
  const field = fieldsOf(form)
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
      {field.text('externalReference', 'Your own reference', { maxLength: 255 })}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.text('contact.email', 'E-mail of the borrower', { type: 'email' })}
        {field.text('contact.phone', 'Phone of the borrower', { type: 'tel' })}
      </SimpleGrid>
      {field.text('contact.address', 'Address of the borrower')}
      {(isPlanned || canRestructure(loan)) &&
        field.number(
          'dueDay',
          'Due day',
          'Instalments move to this day of the month; a shorter month uses its last day. Unchanged when empty.',
          { min: 1, max: 31, allowDecimal: false },
        )}
      {isPlanned ? (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.rate('interestRate', 'Interest rate')}
          <TermInput form={form} path="loanTerm" label="Term" />
          {field.date('firstDueDate', 'First due date', 'Unchanged when empty.')}
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
