// Loan applications of a partner.

import { IconPlus } from '@tabler/icons-react'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { present, RecordList } from '../../../kit/list/record-list.tsx'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { ApplicantName } from '../applicant-name.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { APPLICATION_STATUSES, choicesOf, formatRate, formatTerm } from '../lending-words.ts'
import { useProductChoices } from '../terms/loan-products.ts'

export default function ApplicationsPage() {
  const products = useProductChoices()
  return (
    <LendingFrame
      title="Loan applications"
      description="From the first assessment to the decision, the offers and the loan."
      actions={
        <Allowed module="LOAN_ORIGINATION" action="CREATE">
          <LinkButton to="/lending/applications/new" leftSection={<IconPlus size={16} />}>
            New application
          </LinkButton>
        </Allowed>
      }
    >
      {(partnerId) => (
        <RecordList
          label="Loan applications"
          queryKey={lendingKey(partnerId, 'applications')}
          load={({ page, size, filters }) =>
            ask(
              lending(partnerId).listApplications(
                present({
                  page,
                  size,
                  status: filters.status as api.Application['status'] | undefined,
                  productCode: filters.product,
                  applicantName: filters.applicant,
                  from: filters.from,
                  to: filters.to,
                }),
              ),
            )
          }
          columns={[
            { title: 'Applicant', render: (application) => <ApplicantName of={application} /> },
            { title: 'Status', render: ({ status }) => <StatusBadge status={status} />, width: 120 },
            { title: 'Product', render: ({ productCode }) => productCode, width: 100 },
            {
              title: 'Amount',
              numeric: true,
              render: ({ requestedAmount, currency }) => <Money amount={requestedAmount} currency={currency} />,
            },
            { title: 'Term', numeric: true, render: ({ loanTerm }) => formatTerm(loanTerm) },
            { title: 'Rate', numeric: true, render: ({ interestRate }) => formatRate(interestRate) },
            { title: 'Made', render: ({ createdAt }) => <Instant at={createdAt} /> },
          ]}
          filters={[
            {
              kind: 'search',
              name: 'applicant',
              label: 'Applicant',
              placeholder: 'Beginning of the names',
              width: 220,
            },
            { kind: 'choice', name: 'status', label: 'Status', choices: choicesOf(APPLICATION_STATUSES), width: 200 },
            products.length > 0
              ? { kind: 'choice', name: 'product', label: 'Product', choices: products, width: 200 }
              : { kind: 'text', name: 'product', label: 'Product' },
            { kind: 'date', name: 'from', label: 'Made from' },
            { kind: 'date', name: 'to', label: 'Made to' },
          ]}
          rowKey={({ applicationId }) => applicationId}
          rowTo={({ applicationId }) => `/lending/applications/${applicationId}`}
          empty={{ title: 'No applications', hint: 'No one has applied for a loan of this partner yet.' }}
        />
      )}
    </LendingFrame>
  )
}
