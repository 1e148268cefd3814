// Loans of a partner.

import { IconPlus } from '@tabler/icons-react'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { present, RecordList } from '../../../kit/list/record-list.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { formatAmount } from '../../../kit/show/format.ts'
import { CalendarDate, Money } from '../../../kit/show/values.tsx'
import { ApplicantName } from '../applicant-name.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { bucketInWords, choicesOf, formatRate, LOAN_STATUSES, pastDueInWords } from '../lending-words.ts'
import { useLoanProducts, useProductChoices } from '../terms/loan-products.ts'
import { LoanBadges } from './loan-badges.tsx'
import type { Loan } from './loan-states.ts'

export default function LoansPage() {
  const products = useProductChoices()
  const { data = [] } = useLoanProducts()
  const buckets = [...new Set(data.flatMap((product) => product.buckets.map(({ name }) => name)))]
  return (
    <LendingFrame
      title="Loans"
      description="As they stand on the business date of their institution."
      actions={
        <Allowed module="LOAN_SERVICING" action="CREATE">
          <LinkButton to="/lending/loans/new" leftSection={<IconPlus size={16} />}>
            New loan
          </LinkButton>
        </Allowed>
      }
    >
      {(partnerId) => (
        <RecordList
          label="Loans"
          queryKey={lendingKey(partnerId, 'loans')}
          load={({ page, size, filters }) =>
            ask(
              lending(partnerId).listLoans(
                present({
                  page,
                  size,
                  status: filters.status as Loan['status'] | undefined,
                  productCode: filters.product,
                  bucket: filters.bucket,
                  applicationId: filters.application,
                  dpdMin: daysOf(filters.days),
                  applicantName: filters.applicant,
                  customerId: filters.customer,
                  accountId: filters.account,
                  externalReference: filters.reference,
                }),
              ),
            )
          }
          columns={[
            { title: 'Borrower', render: (loan) => <ApplicantName of={loan} /> },
            { title: 'Status', render: (loan) => <LoanBadges loan={loan} />, width: 120 },
            { title: 'Product', render: ({ productCode }) => productCode, width: 100 },
            {
              title: 'Principal',
              numeric: true,
              render: ({ principalApproved, currency }) => formatAmount(principalApproved, currency),
            },
            {
              title: 'Outstanding',
              numeric: true,
              render: ({ balances, currency }) => <Money amount={balances.totalOutstanding} currency={currency} />,
            },
            { title: 'Rate', numeric: true, render: ({ interestRate }) => formatRate(interestRate) },
            { title: 'Maturity', render: ({ maturityDate }) => <CalendarDate date={maturityDate} />, width: 115 },
            { title: 'Days past due', render: (loan) => pastDueInWords(loan), width: 110 },
          ]}
          filters={[
            { kind: 'search', name: 'applicant', label: 'Borrower', placeholder: 'Beginning of the names', width: 220 },
            { kind: 'choice', name: 'status', label: 'Status', choices: choicesOf(LOAN_STATUSES), width: 200 },
            products.length > 0
              ? { kind: 'choice', name: 'product', label: 'Product', choices: products, width: 200 }
              : { kind: 'text', name: 'product', label: 'Product' },
            buckets.length > 0
              ? {
                  kind: 'choice',
                  name: 'bucket',
                  label: 'Bucket',
                  choices: buckets.map((name) => ({ value: name, label: bucketInWords(name) })),
                  width: 150,
                }
              : { kind: 'text', name: 'bucket', label: 'Bucket', width: 140 },
            { kind: 'text', name: 'days', label: 'Days past due from', placeholder: '0', width: 160 },
            { kind: 'text', name: 'customer', label: 'Customer', width: 160 },
            { kind: 'text', name: 'account', label: 'Loan account', width: 160 },
            { kind: 'text', name: 'reference', label: 'External reference', width: 180 },
          ]}
          rowKey={({ loanId }) => loanId}
          rowTo={({ loanId }) => `/lending/loans/${loanId}`}
          empty={{ title: 'No loans', hint: 'Loans come from accepted offers, or are made directly.' }}
        />
      )}
    </LendingFrame>
  )
}

/** A typed number of days; what is none does not filter. */
function daysOf(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : undefined
}
