// Records what one token institution has paid another.

import { SimpleGrid, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { lastPartner } from '../../kit/form/partner-choice.ts'
import { RecordForm, useRecordForm } from '../../kit/form/record-form.tsx'
import { fieldsOf } from '../../kit/inputs/fields.tsx'
import { present } from '../../kit/list/record-list.tsx'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { AmountInput, amountError, amountOf } from '../digital/movements/amount-input.tsx'
import { CurrencySelect } from '../digital/parties/currency-select.tsx'
import { DigitalInstitutionSelect } from '../digital/parties/party-selects.tsx'
import { Owed } from './owed.tsx'

const LIST = '/digital-settlements'

interface Values extends Record<string, unknown> {
  payerInstitutionId: string
  payeeInstitutionId: string
  currencyCode: string
  amount: number | string
  externalReference: string
  valueDate: string
  note: string
}

export default function NewSettlementPage() {
  const navigate = useNavigate()
  const state = useRecordForm({
    initialValues: {
      payerInstitutionId: '',
      payeeInstitutionId: '',
      currencyCode: '',
      amount: '',
      externalReference: '',
      valueDate: '',
      note: '',
    } as Values,
    validate: ({ amount, currencyCode, externalReference, valueDate }) => ({
      ...(amountError(amount) !== undefined && { amount: amountError(amount) }),
      ...(currencyCode === '' && { currencyCode: 'Choose the currency' }),
      ...(externalReference.trim() === '' && { externalReference: 'Name the payment that was made' }),
      ...(valueDate === '' && { valueDate: 'Enter the value date' }),
    }),
    submit: ({ amount, externalReference, note, ...values }) =>
      ask(
        admin.createDigitalSettlement({
          ...values,
          amount: amountOf(amount),
          externalReference: externalReference.trim(),
          ...present({ note: note.trim() === '' ? undefined : note.trim() }),
        }),
      ),
    fieldOf: ({ status, message }) => {
      if (status !== 409) return undefined
      return /externalReference/.test(message) ? 'externalReference' : 'amount'
    },
    invalidates: [['digital-settlements'], ['digital']],
    onSaved: ({ id }) => {
      notifications.show({ message: 'The settlement is posted in both books.', color: 'green' })
      void navigate({ to: `${LIST}/${id}` })
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <PageFrame
      title="Record a settlement"
      description="A payment that one token institution has made to another outside the gateway. It lowers what the payer owes and the payee is owed, and cannot be changed afterwards."
      trail={[['Settlements', LIST]]}
    >
      <Section>
        <RecordForm state={state} submitLabel="Record settlement" onCancel={() => void navigate({ to: LIST })}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <InstitutionField label="Payer" {...form.getInputProps('payerInstitutionId')} />
            <InstitutionField label="Payee" {...form.getInputProps('payeeInstitutionId')} />
            <CurrencySelect {...form.getInputProps('currencyCode')} />
            <AmountInput currency={form.values.currencyCode} {...form.getInputProps('amount')} />
            {field.text(
              'externalReference',
              'External reference',
              'What the payment is known by where it was made. It counts once.',
              { required: true, maxLength: 140 },
            )}
            {field.date('valueDate', 'Value date', 'The day on which the payment counts there; not in the future.', {
              required: true,
            })}
          </SimpleGrid>
          <Owed
            payerId={form.values.payerInstitutionId}
            payeeId={form.values.payeeInstitutionId}
            currency={form.values.currencyCode}
            onUse={(amount) => form.setFieldValue('amount', amount)}
          />
          {field.area('note', 'Note', { maxLength: 255, autosize: true, minRows: 2 })}
        </RecordForm>
      </Section>
    </PageFrame>
  )
}

/** By name as the last partner sees institutions; without a partner, by id. */
function InstitutionField(props: { label: string; value?: string; onChange?(value: string): void }) {
  const partnerId = lastPartner('digital')
  const { onChange, ...field } = props
  if (partnerId === '')
    return (
      <TextInput
        required
        description="The id of the institution."
        {...field}
        onChange={(event) => onChange?.(event.currentTarget.value.trim())}
      />
    )
  return <DigitalInstitutionSelect {...props} required partnerId={partnerId} />
}
