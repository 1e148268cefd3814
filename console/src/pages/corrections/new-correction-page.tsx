// Asks for a correction: of an account of a customer, or of a suspense account that is emptied. What it is about can come with the
// address: `?institutionId&accountId&transactionId&currencyCode`.

import { SegmentedControl, SimpleGrid } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { InstitutionSelect } from '../../kit/inputs/institution-select.tsx'
import { numberOf } from '../../kit/inputs/money-input.tsx'
import { CURRENCIES } from '../../kit/inputs/places-and-currencies.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { useUrlState } from '../../kit/page/url-state.ts'
import { type Correction, type CorrectionKind, DIRECTION_CHOICES, KIND_CHOICES } from './correction-words.ts'

const LIST = '/corrections'

type New = onboarding.CreateCorrectionRequest

interface Values extends Record<string, unknown> {
  of: 'account' | 'suspense'
  institutionId: string
  accountId: string
  suspenseAccount: string | null
  against: string | null
  direction: string | null
  amount: number | string
  currencyCode: string | null
  kind: string | null
  reason: string
  transactionId: string
  exceptionId: string
}

const SUSPENSE = ['suspense:cash', 'suspense:corrections', 'suspense:exceptions', 'cash:transit']
const AGAINST = [...SUSPENSE, 'expense:losses']

export default function NewCorrectionPage() {
  const navigate = useNavigate()
  const [url] = useUrlState()
  const state = useRecordForm({
    initialValues: {
      of: url.suspenseAccount === undefined ? 'account' : 'suspense',
      institutionId: url.institutionId ?? '',
      accountId: url.accountId ?? '',
      suspenseAccount: url.suspenseAccount ?? null,
      against: null,
      direction: url.direction ?? 'CREDIT',
      amount: '',
      currencyCode: url.currencyCode ?? null,
      kind: null,
      reason: '',
      transactionId: url.transactionId ?? '',
      exceptionId: url.exceptionId ?? '',
    } as Values,
    validate,
    submit: (values) => ask(admin.createCorrection(sentOf(values))),
    invalidates: [['corrections'], ['suspense'], ['transactions']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The correction is posted.', color: 'green' })
      void navigate({ to: `${LIST}/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  const isSuspense = form.values.of === 'suspense'
  return (
    <PageFrame
      title="Ask for a correction"
      description="A posting that puts right what was wrong. It is made once another user has approved it, and is never changed; a wrong one is undone."
      trail={[['Corrections', LIST]]}
    >
      <Section>
        <RecordForm state={state} submitLabel="Ask for approval" onCancel={() => void navigate({ to: LIST })}>
          <SegmentedControl
            aria-label="What is corrected"
            data={[
              { value: 'account', label: 'An account of a customer' },
              { value: 'suspense', label: 'A suspense account' },
            ]}
            {...form.getInputProps('of')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <InstitutionSelect required {...form.getInputProps('institutionId')} />
            {isSuspense
              ? field.choice('suspenseAccount', 'Suspense account', SUSPENSE, 'It is emptied towards zero.', {
                  required: true,
                })
              : field.text('accountId', 'Account', 'Of the built-in core, not of a loan.', {
                  required: true,
                  maxLength: 35,
                })}
            {isSuspense
              ? field.choice('against', 'Against', AGAINST, 'Where its money goes to or comes from.', {
                  required: true,
                })
              : field.choice('kind', 'Kind', KIND_CHOICES, 'Says where the money comes from or goes to.', {
                  required: true,
                })}
            {field.choice('direction', 'Direction', DIRECTION_CHOICES, { required: true, allowDeselect: false })}
            {field.choice('currencyCode', 'Currency', CURRENCIES, { required: true, searchable: true })}
            {field.money('amount', 'Amount', form.values.currencyCode ?? '', { required: true })}
            {!isSuspense &&
              field.text(
                'transactionId',
                'Transaction id',
                'A credit for what it took from the account counts as reversed on it.',
              )}
            {field.text('exceptionId', 'Exception id', 'The exception that it settles, if any.')}
          </SimpleGrid>
          {field.area('reason', 'Reason', 'For the record and the audit log.', {
            required: true,
            maxLength: 255,
            autosize: true,
            minRows: 2,
          })}
        </RecordForm>
      </Section>
    </PageFrame>
  )
}

function validate({
  of,
  accountId,
  suspenseAccount,
  against,
  kind,
  currencyCode,
  amount,
  reason,
  institutionId,
}: Values) {
  const isSuspense = of === 'suspense'
  return {
    ...(institutionId === '' && { institutionId: 'Choose the institution' }),
    ...(!isSuspense && accountId.trim() === '' && { accountId: 'Enter the account' }),
    ...(!isSuspense && kind === null && { kind: 'Choose the kind' }),
    ...(isSuspense && suspenseAccount === null && { suspenseAccount: 'Choose the suspense account' }),
    ...(isSuspense && against === null && { against: 'Choose the account against' }),
    ...(currencyCode === null && { currencyCode: 'Choose the currency' }),
    ...(!((numberOf(amount) ?? 0) > 0) && { amount: 'Enter an amount above zero' }),
    ...(reason.trim() === '' && { reason: 'Say why' }),
  }
}

function sentOf(values: Values): New {
  const { of, institutionId, direction, amount, currencyCode, reason } = values
  const about =
    of === 'suspense'
      ? {
          suspenseAccount: values.suspenseAccount as New['suspenseAccount'],
          against: values.against as New['against'],
        }
      : { accountId: values.accountId.trim(), kind: values.kind as CorrectionKind }
  return {
    institutionId,
    ...about,
    direction: direction as Correction['direction'],
    amount: numberOf(amount) ?? Number.NaN,
    currencyCode: currencyCode ?? '',
    reason: reason.trim(),
    ...(of === 'account' && values.transactionId.trim() !== '' && { transactionId: values.transactionId.trim() }),
    ...(values.exceptionId.trim() !== '' && { exceptionId: values.exceptionId.trim() }),
  } as New
}
