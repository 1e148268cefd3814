// A new application.

import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { MoneyInput, numberOf, textOf } from '../../../kit/form/money-input.tsx'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { formatRate, monthsOf } from '../lending-words.ts'
import { useLoanProduct } from '../terms/loan-products.ts'
import { ProductInput } from '../terms/product-input.tsx'
import { RateInput } from '../terms/rate-input.tsx'
import { NO_TERM, TermInput, termOf } from '../terms/term-input.tsx'
import { ApplicantFields, applicantOf, NO_APPLICANT } from './applicant-fields.tsx'
import { RateQuote } from './rate-quote.tsx'

export default function NewApplicationPage() {
  return (
    <LendingFrame title="New application" trail={[['Loan applications', '/lending/applications']]}>
      {(partnerId) => <NewApplication key={partnerId} partnerId={partnerId} />}
    </LendingFrame>
  )
}

function NewApplication({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const once = useOnce(`application-${partnerId}`)
  const state = useRecordForm({
    initialValues: {
      productCode: '',
      requestedAmount: '' as number | string,
      currency: null as string | null,
      interestRate: '' as number | string,
      loanTerm: NO_TERM,
      applicant: NO_APPLICANT,
      externalReference: '',
    },
    validate: (values) =>
      present({
        productCode: values.productCode === '' ? 'Choose a product' : undefined,
        requestedAmount: numberOf(values.requestedAmount) === undefined ? 'Enter an amount' : undefined,
        'loanTerm.termCount': termOf(values.loanTerm) === undefined ? 'Enter a term' : undefined,
      }),
    submit: (values) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).createApplication(
            {
              productCode: values.productCode,
              requestedAmount: numberOf(values.requestedAmount) ?? 0,
              loanTerm: termOf(values.loanTerm) ?? { termCount: 0, termUnit: 'Months' },
              applicant: applicantOf(values.applicant),
              ...present({
                interestRate: numberOf(values.interestRate),
                currency: values.currency ?? undefined,
                externalReference: textOf(values.externalReference),
              }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    invalidates: [lendingKey(partnerId, 'applications')],
    onSaved: ({ applicationId }) => {
      notifications.show({ message: 'The application was submitted.', color: 'green' })
      void navigate({ to: `/lending/applications/${applicationId}` })
    },
  })
  const { form } = state
  const product = useLoanProduct(form.values.productCode)
  const currency = form.values.currency ?? product?.currencies[0] ?? 'USD'
  return (
    <RecordForm
      state={state}
      submitLabel="Submit the application"
      onCancel={() => void navigate({ to: '/lending/applications' })}
    >
      <Section title="The loan">
        <Stack>
          <ProductInput
            value={form.values.productCode}
            onChange={(code) => {
              form.setFieldValue('productCode', code)
              form.setFieldValue('currency', null)
            }}
            error={form.errors.productCode}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <MoneyInput
              label="Requested amount"
              required
              currency={currency}
              {...form.getInputProps('requestedAmount')}
            />
            <TermInput form={form} path="loanTerm" label="Term" required />
            <RateInput
              label="Interest rate"
              description={
                product === undefined
                  ? 'Percent per year; the product’s when empty.'
                  : `Percent per year; ${formatRate(product.defaultRate)} when empty.`
              }
              {...form.getInputProps('interestRate')}
            />
            {product !== undefined && product.currencies.length > 1 && (
              <Select
                label="Currency"
                data={[...product.currencies]}
                placeholder={product.currencies[0] ?? ''}
                clearable
                {...form.getInputProps('currency')}
              />
            )}
          </SimpleGrid>
          <RateQuote
            partnerId={partnerId}
            productCode={form.values.productCode}
            amount={numberOf(form.values.requestedAmount)}
            termMonths={monthsOf({
              termCount: numberOf(form.values.loanTerm.termCount),
              termUnit: form.values.loanTerm.termUnit,
            })}
            onUse={({ nominalRate }) => form.setFieldValue('interestRate', nominalRate)}
          />
        </Stack>
      </Section>
      <Section title="The applicant">
        <ApplicantFields form={form} />
      </Section>
      <Section title="Reference">
        <TextInput
          label="Your own reference"
          description="To find the application in your own systems."
          maxLength={255}
          {...form.getInputProps('externalReference')}
        />
      </Section>
    </RecordForm>
  )
}
