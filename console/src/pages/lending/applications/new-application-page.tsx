// A new application.

import { notifications } from '@mantine/notifications'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { apiValue } from '../../../texts/mark.ts'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { formatRate } from '../lending-words.ts'
import { AskedFields, NOTHING_ASKED } from '../terms/asked-fields.tsx'
import { termOf } from '../terms/term-input.tsx'
import { ApplicantFields, applicantOf, NO_APPLICANT } from './applicant-fields.tsx'

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
      ...NOTHING_ASKED,
      applicant: NO_APPLICANT,
      externalReference: '',
    },
    validate: (values) =>
      present({
        productCode: values.productCode === '' ? 'Choose a product' : undefined,
        amount: numberOf(values.amount) === undefined ? 'Enter an amount' : undefined,
        'loanTerm.termCount': termOf(values.loanTerm) === undefined ? 'Enter a term' : undefined,
      }),
    fieldNames: { requestedAmount: 'amount' },
    submit: (values) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).createApplication(
            {
              productCode: values.productCode,
              requestedAmount: numberOf(values.amount) ?? 0,
              loanTerm: termOf(values.loanTerm) ?? { termCount: 0, termUnit: apiValue('Months') },
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
  const field = fieldsOf(form)
  return (
    <RecordForm
      state={state}
      submitLabel="Submit the application"
      onCancel={() => void navigate({ to: '/lending/applications' })}
    >
      <Section title="The loan">
        <AskedFields
          partnerId={partnerId}
          form={form}
          amountLabel="Requested amount"
          rate={(product) =>
            field.rate(
              'interestRate',
              'Interest rate',
              product === undefined
                ? 'Percent per year; the product’s when empty.'
                : `Percent per year; ${formatRate(product.defaultRate)} when empty.`,
            )
          }
        />
      </Section>
      <Section title="The applicant">
        <ApplicantFields form={form} />
      </Section>
      <Section title="Reference">
        {field.text('externalReference', 'Your own reference', 'To find the application in your own systems.', {
          maxLength: 255,
        })}
      </Section>
    </RecordForm>
  )
}
