// Enters money that a borrower paid; shows what it would pay, and afterwards what it paid.

import { Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../../../api/ask.ts'
import { lending } from '../../../../api/gateway.ts'
import { useOnce } from '../../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../../kit/inputs/fields.tsx'
import { Loaded } from '../../../../kit/page/record-query.tsx'
import { formatMoney } from '../../../../kit/show/format.ts'
import { useUser } from '../../../../session/session.ts'
import { lendingKey } from '../../lending-frame.tsx'
import { choicesOf, STRATEGIES } from '../../lending-words.ts'
import { AllocationFields } from './allocation-fields.tsx'
import type { LoanFormProps } from './loan-form-props.ts'
import {
  checkRepayment,
  NO_ALLOCATION,
  type PostedRepayment,
  postRepayment,
  REPAYMENT_FIELD_NAMES,
  type RepaymentKind,
  type RepaymentValues,
} from './post-repayment.ts'
import { RepaymentAhead } from './repayment-ahead.tsx'
import { RepaymentPosted } from './repayment-posted.tsx'

const KINDS: readonly { value: RepaymentKind; label: string; description: string }[] = [
  { value: 'full', label: 'Full', description: 'Covers at least what is due. More is allowed.' },
  { value: 'partial', label: 'Partial', description: 'Less than what is due.' },
  { value: 'prepayment', label: 'Prepayment', description: 'Lowers the principal ahead of the plan.' },
  { value: 'manual', label: 'By hand', description: 'Any amount, allocated as you say; with a reason.' },
]

export function RepaymentForm(props: LoanFormProps) {
  const { partnerId, loan } = props
  const [posted, setPosted] = useState<PostedRepayment>()
  const nextDue = useQuery({
    queryKey: lendingKey(partnerId, 'loans', loan.loanId, 'next-due'),
    queryFn: () => ask(lending(partnerId).getLoanNextDue({ loanId: loan.loanId })),
  })
  if (posted !== undefined) return <RepaymentPosted posted={posted} currency={loan.currency} onClose={props.onDone} />
  return (
    <Loaded query={nextDue}>
      {(next) => <Entry {...props} due={next.payNow} businessDate={next.asOf} onPosted={setPosted} />}
    </Loaded>
  )
}

interface EntryProps extends LoanFormProps {
  /** What is due now, or next. */
  readonly due: number
  readonly businessDate: string
  onPosted(posted: PostedRepayment): void
}

function Entry({ partnerId, loan, due, businessDate, onDone, onPosted }: EntryProps) {
  const { currency } = loan
  const user = useUser()
  const once = useOnce(`repayment-${loan.loanId}`)
  const isRecovery = loan.status === 'WRITTEN_OFF'
  const initialValues: RepaymentValues = {
    kind: isRecovery ? 'manual' : 'full',
    amount: due > 0 ? due : '',
    valueDate: '',
    channel: '',
    accountId: '',
    reference: '',
    strategy: null,
    reason: '',
    operatorId: (user.email.split('@')[0] ?? '').replaceAll(/[^\w.-]/g, ''),
    allocate: false,
    allocation: NO_ALLOCATION,
  }
  const state = useRecordForm({
    initialValues,
    validate: checkRepayment,
    fieldNames: REPAYMENT_FIELD_NAMES,
    submit: (values) => once((key) => postRepayment(partnerId, loan.loanId, values, businessDate, key)),
    invalidates: [lendingKey(partnerId)],
    onSaved: onPosted,
  })
  const { form } = state
  const field = fieldsOf(form)
  const { kind } = form.values
  return (
    <RecordForm state={state} submitLabel="Post the repayment" onCancel={onDone}>
      {isRecovery ? (
        <Text size="sm">The loan is written off. What is received now is booked by hand, as a recovery.</Text>
      ) : (
        <Radio.Group label="Kind of repayment" {...form.getInputProps('kind')}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt={6}>
            {KINDS.map(({ value, label, description }) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </SimpleGrid>
        </Radio.Group>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {field.money(
          'amount',
          'Amount',
          currency,
          due > 0 ? `Due: ${formatMoney(due, currency)}.` : 'Nothing is due.',
          { required: true, 'data-autofocus': true },
        )}
        {field.date('valueDate', 'Value date', 'When it was paid; the business date when empty.')}
        {(kind === 'full' || kind === 'prepayment') &&
          field.choice('strategy', 'Money beyond what is due means', choicesOf(STRATEGIES), {
            placeholder: 'As the loan’s terms say',
            clearable: true,
          })}
        {kind === 'full' && (
          <>
            {field.text('channel', 'Channel', { placeholder: 'BRANCH', maxLength: 35 })}
            {field.text('accountId', 'Account to debit', `Of ${loan.institutionId}. From clearing when empty.`, {
              maxLength: 36,
            })}
            {field.text('reference', 'Payer’s reference', { maxLength: 255 })}
          </>
        )}
        {(kind === 'partial' || kind === 'manual') &&
          field.text('reason', 'Reason', { required: kind === 'manual', maxLength: 255 })}
        {kind === 'manual' &&
          field.text('operatorId', 'Decided by', 'Letters, digits, dots, hyphens and underscores.', {
            required: true,
            maxLength: 35,
          })}
      </SimpleGrid>
      {kind === 'manual' && (
        <Stack gap="xs">
          <AllocationFields form={form} currency={currency} />
        </Stack>
      )}
      <RepaymentAhead partnerId={partnerId} loan={loan} values={form.values} businessDate={businessDate} />
    </RecordForm>
  )
}
