// Offers of all applications, to search.

import { Text } from '@mantine/core'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { listOf, present, RecordList } from '../../../kit/list/record-list.tsx'
import { Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { choicesOf, formatRate, formatTerm, OFFER_STATUSES } from '../lending-words.ts'
import { useProductChoices } from '../terms/loan-products.ts'
import { ApplicantOfOffer } from './applicant-of-offer.tsx'

export default function OffersPage() {
  const products = useProductChoices()
  return (
    <LendingFrame
      title="Offers"
      description="What applicants were offered. Open one for its schedule, and to accept it."
    >
      {(partnerId) => (
        <RecordList
          label="Offers"
          queryKey={lendingKey(partnerId, 'offers')}
          load={({ page, size, sort, filters }) =>
            ask(
              lending(partnerId).searchOffers(
                { page, size },
                present({
                  sort,
                  productCode: filters.product,
                  status: listOf<api.Offer['status']>(filters.status),
                  aprMax: figureOf(filters.apr),
                  instalmentMax: figureOf(filters.instalment),
                  amount: rangeOf(filters.from, filters.to),
                }),
              ),
            )
          }
          columns={[
            {
              title: 'Applicant and product',
              render: ({ applicationId, productCode }) => (
                <>
                  <ApplicantOfOffer partnerId={partnerId} applicationId={applicationId} />
                  <Text size="xs" c="dimmed">
                    {productCode}
                  </Text>
                </>
              ),
            },
            {
              title: 'Amount',
              numeric: true,
              sort: 'amount',
              render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
            },
            { title: 'Term', numeric: true, sort: 'termMonths', render: ({ loanTerm }) => formatTerm(loanTerm) },
            { title: 'Rate', numeric: true, render: ({ interestRate }) => formatRate(interestRate) },
            { title: 'APR', numeric: true, sort: 'apr', render: ({ apr }) => formatRate(apr) },
            {
              title: 'Instalment',
              numeric: true,
              sort: 'instalmentAmount',
              render: ({ instalmentAmount, currency }) => <Money amount={instalmentAmount} currency={currency} />,
            },
            {
              title: 'Status',
              render: ({ status }) => <StatusBadge status={status} {...(status === 'OPEN' && { color: 'blue' })} />,
            },
            { title: 'Made', sort: 'createdAt', render: ({ createdAt }) => <Instant at={createdAt} /> },
          ]}
          filters={[
            { kind: 'choices', name: 'status', label: 'Status', choices: choicesOf(OFFER_STATUSES), width: 160 },
            products.length > 0
              ? { kind: 'choice', name: 'product', label: 'Product', choices: products, width: 170 }
              : { kind: 'text', name: 'product', label: 'Product' },
            { kind: 'text', name: 'from', label: 'Amount from', width: 120 },
            { kind: 'text', name: 'to', label: 'Amount to', width: 120 },
            { kind: 'text', name: 'apr', label: 'APR at most', width: 110 },
            { kind: 'text', name: 'instalment', label: 'Instalment at most', width: 160 },
          ]}
          rowKey={({ offerId }) => offerId}
          rowTo={({ offerId }) => `/lending/offers/${offerId}`}
          empty={{ title: 'No offers', hint: 'Offers are made on the page of an approved application.' }}
        />
      )}
    </LendingFrame>
  )
}

/** A typed figure; what is none does not filter. */
function figureOf(text: string | undefined): number | undefined {
  const figure = Number((text ?? '').replaceAll(',', ''))
  return text === undefined || text === '' || !Number.isFinite(figure) || figure < 0 ? undefined : figure
}

function rangeOf(from: string | undefined, to: string | undefined): { min?: number; max?: number } | undefined {
  const range = present({ min: figureOf(from), max: figureOf(to) })
  return Object.keys(range).length === 0 ? undefined : range
}
