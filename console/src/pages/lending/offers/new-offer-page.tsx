// A new offer for an approved application.

import { Input, Select, SimpleGrid, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { useOnce } from '../../../kit/form/attempt-key.ts'
import { RecordForm, useRecordForm } from '../../../kit/form/record-form.tsx'
import { fieldsOf } from '../../../kit/inputs/fields.tsx'
import { numberOf, textOf } from '../../../kit/inputs/money-input.tsx'
import { Segments } from '../../../kit/inputs/segments.tsx'
import { present } from '../../../kit/list/record-list.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { RecordQuery } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { formatMoney } from '../../../kit/show/format.ts'
import { instantOfLocal } from '../../../kit/show/time-zone.ts'
import { useMay } from '../../../session/entitlements.ts'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { formatRate, nameOf } from '../lending-words.ts'
import { MoreTerms } from '../terms/more-terms.tsx'
import { TermInput, type TermValues, termOf } from '../terms/term-input.tsx'
import { NO_TERMS, TERM_FIELD_NAMES, termsOf } from '../terms/term-values.ts'
import { OfferAhead } from './offer-ahead.tsx'
import { feesOf, OfferFees, type OfferFeeValues } from './offer-fees.tsx'

export default function NewOfferPage() {
  const applicationId = usePathParameter('applicationId')
  return (
    <LendingFrame
      title="New offer"
      trail={[
        ['Loan applications', '/lending/applications'],
        ['Loan application', `/lending/applications/${applicationId}`],
      ]}
    >
      {(partnerId) => (
        <RecordQuery
          queryKey={lendingKey(partnerId, 'applications', applicationId)}
          load={() => ask(lending(partnerId).getApplication({ applicationId }))}
        >
          {(application) => <NewOffer key={applicationId} partnerId={partnerId} application={application} />}
        </RecordQuery>
      )}
    </LendingFrame>
  )
}

function NewOffer({ partnerId, application }: { partnerId: string; application: api.ApplicationDetail }) {
  const { applicationId, currency, decision } = application
  const approvedAmount = decision?.approvedAmount ?? application.requestedAmount
  const approvedRate = decision?.approvedRate ?? application.interestRate
  const approvedTerm = decision?.approvedTerm ?? application.loanTerm
  const navigate = useNavigate()
  const back = () => void navigate({ to: `/lending/applications/${applicationId}` })
  const once = useOnce(`offer-${applicationId}`)
  const state = useRecordForm({
    initialValues: {
      amount: approvedAmount,
      rateFrom: 'own',
      interestRate: approvedRate,
      rateId: null,
      loanTerm: approvedTerm,
      fees: [],
      firstDueDate: '',
      expiresAt: '',
      terms: NO_TERMS,
    } as OfferValues,
    validate: (values) => (lacksRate(values) ? { rateId: 'Choose a rate of the list' } : {}),
    fieldNames: TERM_FIELD_NAMES,
    submit: (values) =>
      once((idempotencyKey) =>
        ask(lending(partnerId).createOffer(requestOf(applicationId, values), { idempotencyKey })),
      ),
    invalidates: [lendingKey(partnerId)],
    onSaved: ({ apr }) => {
      notifications.show({ message: `The offer is made, at an APR of ${formatRate(apr)}.`, color: 'green' })
      back()
    },
  })
  const { form } = state
  const field = fieldsOf(form)
  return (
    <RecordForm state={state} submitLabel="Make the offer" onCancel={back}>
      <Section
        title={`For ${nameOf(application.applicant)}`}
        description={`Approved: at most ${formatMoney(approvedAmount, currency)}.`}
      >
        <Stack>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field.money('amount', 'Amount', currency)}
            <TermInput form={form} path="loanTerm" label="Term" />
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <Input.Wrapper label="Where the rate comes from" labelElement="div">
              <Segments
                aria-label="Where the rate comes from"
                fullWidth
                data={[
                  { value: 'own', label: 'Entered here' },
                  { value: 'list', label: 'From the rate list' },
                ]}
                {...form.getInputProps('rateFrom')}
              />
            </Input.Wrapper>
            {form.values.rateFrom === 'own' ? (
              field.rate('interestRate', 'Interest rate')
            ) : (
              <ListedRate
                partnerId={partnerId}
                productCode={application.productCode}
                {...form.getInputProps('rateId')}
              />
            )}
          </SimpleGrid>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {field.date('firstDueDate', 'First due date', 'One period after today when empty.')}
            {field.text('expiresAt', 'Open until', 'For 14 days when empty, but not beyond the approval.', {
              type: 'datetime-local',
            })}
          </SimpleGrid>
        </Stack>
      </Section>
      <Section title="Fees" description="What is charged besides interest. It counts in the APR.">
        <OfferFees form={form} currency={currency} />
      </Section>
      <Section>
        <MoreTerms form={form} currency={currency} unstated="As the product says" order={3} />
      </Section>
      <OfferAhead
        partnerId={partnerId}
        body={lacksRate(form.values) ? undefined : requestOf(applicationId, form.values)}
      />
    </RecordForm>
  )
}

type OfferValues = {
  amount: number | string
  rateFrom: 'own' | 'list'
  interestRate: number | string
  rateId: string | null
  loanTerm: TermValues
  fees: OfferFeeValues[]
  firstDueDate: string
  expiresAt: string
  terms: typeof NO_TERMS
}

function lacksRate({ rateFrom, rateId }: OfferValues): boolean {
  return rateFrom === 'list' && rateId === null
}

function requestOf(applicationId: string, values: OfferValues): api.CreateOfferRequest {
  return {
    applicationId,
    fees: feesOf(values.fees),
    ...present({
      amount: numberOf(values.amount),
      interestRate: values.rateFrom === 'own' ? numberOf(values.interestRate) : undefined,
      rateId: values.rateFrom === 'list' ? (values.rateId ?? undefined) : undefined,
      loanTerm: termOf(values.loanTerm),
      firstDueDate: textOf(values.firstDueDate),
      expiresAt: instantOfLocal(values.expiresAt),
      terms: termsOf(values.terms),
    }),
  }
}

interface ListedRateProps {
  readonly partnerId: string
  readonly productCode: string
  readonly value?: string | null
  onChange?(value: string | null): void
}

function ListedRate({ partnerId, productCode, ...input }: ListedRateProps) {
  const may = useMay()
  const rates = useQuery({
    queryKey: lendingKey(partnerId, 'rates', 'of', productCode),
    queryFn: async () =>
      (await ask(lending(partnerId).searchRates({ size: 200 }, { productCodes: [productCode] }))).content,
    enabled: may('LOAN_PRODUCTS', 'VIEW'),
  })
  return (
    <Select
      label="Rate of the list"
      required
      searchable
      placeholder="Choose a rate"
      nothingFoundMessage="No rate"
      data={(rates.data ?? []).map((rate) => ({
        value: rate.rateId,
        label: `${formatRate(rate.nominalRate)} · ${bandsOf(rate)}`,
      }))}
      {...input}
    />
  )
}

function bandsOf({ bands }: api.Rate): string {
  if (bands.length === 0) return 'all applicants'
  return bands
    .map(({ amount, termMonths, riskGrades }) =>
      [
        riskGrades !== undefined && `grade ${riskGrades.join(', ')}`,
        amount?.max !== undefined && `up to ${amount.max}`,
        termMonths?.max !== undefined && `up to ${termMonths.max} months`,
      ]
        .filter(Boolean)
        .join(', '),
    )
    .join('; ')
}
