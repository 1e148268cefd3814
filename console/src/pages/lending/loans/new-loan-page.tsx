// A loan made directly from a product, without application and offer.

import { SimpleGrid, Stack } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { ApplicantFields, applicantOf, NO_APPLICANT } from '../applications/applicant-fields.tsx'
import { LendingFrame } from '../lending-frame.tsx'
import { AskedFields, NOTHING_ASKED } from '../terms/asked-fields.tsx'
import { MoreTerms } from '../terms/more-terms.tsx'
import { termOf } from '../terms/term-input.tsx'
import { NO_TERMS, TERM_FIELD_NAMES, termsOf } from '../terms/term-values.ts'
import { useLoanMade } from './use-loan-made.ts'

export default function NewLoanPage() {
  return (
    <LendingFrame
      title="New loan"
      description="Without application and offer: for loans that were decided elsewhere."
      trail={[['Loans', '/lending/loans']]}
    >
      {(partnerId) => <NewLoan key={partnerId} partnerId={partnerId} />}
    </LendingFrame>
  )
}

function NewLoan({ partnerId }: { partnerId: string }) {
  const navigate = useNavigate()
  const made = useLoanMade(partnerId)
  const once = useOnce(`loan-${partnerId}`)
  const state = useRecordForm({
    initialValues: {
      ...NOTHING_ASKED,
      applicant: NO_APPLICANT,
      agreementDate: '',
      expectedDisbursementDate: '',
      customerId: '',
      externalReference: '',
      terms: NO_TERMS,
    },
    validate: (values) =>
      present({
        productCode: values.productCode === '' ? 'Choose a product' : undefined,
        amount: numberOf(values.amount) === undefined ? 'Enter an amount' : undefined,
        interestRate: numberOf(values.interestRate) === undefined ? 'Enter a rate' : undefined,
        'loanTerm.termCount': termOf(values.loanTerm) === undefined ? 'Enter a term' : undefined,
      }),
    fieldNames: { ...TERM_FIELD_NAMES, principal: 'amount' },
    submit: (values) =>
      once((idempotencyKey) =>
        ask(
          lending(partnerId).createLoan(
            {
              productCode: values.productCode,
              applicant: applicantOf(values.applicant),
              ...present({
                principal: numberOf(values.amount),
                interestRate: numberOf(values.interestRate),
                loanTerm: termOf(values.loanTerm),
                currency: values.currency ?? undefined,
                agreementDate: textOf(values.agreementDate),
                expectedDisbursementDate: textOf(values.expectedDisbursementDate),
                customerId: textOf(values.customerId),
                externalReference: textOf(values.externalReference),
                terms: termsOf(values.terms),
              }),
            },
            { idempotencyKey },
          ),
        ),
      ),
    ...made,
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Create the loan" onCancel={() => void navigate({ to: '/lending/loans' })}>
      <Section title="The loan">
        <AskedFields
          partnerId={partnerId}
          form={form}
          amountLabel="Principal"
          rate={() => field.rate('interestRate', 'Interest rate', 'Percent per year.', { required: true })}
          more={(currency) => (
            <MoreTerms form={form} currency={currency} unstated="As the product says" withFirstDueDate />
          )}
        />
      </Section>
      <Section title="The borrower">
        <Stack>
          <ApplicantFields form={form} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field.text('customerId', 'Customer', 'Gets a loan account with the first disbursement.', {
              maxLength: 36,
            })}
            {field.text('externalReference', 'Your own reference', 'To find the loan in your own systems.', {
              maxLength: 255,
            })}
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="Dates">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {field.date('agreementDate', 'Agreement date', 'Today or earlier; the business date when empty.')}
          {field.date(
            'expectedDisbursementDate',
            'Expected disbursement',
            'The plan starts on this day; on the agreement date when empty.',
          )}
        </SimpleGrid>
      </Section>
    </RecordForm>
  )
}
