// One offer, with its schedule.

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { PartnerRecord, usePartner } from '../../../kit/form/partner.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatAmount, formatMoney } from '../../../kit/show/format.ts'
import { CalendarDate, Id, Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { formatRate, formatTerm, METHODS } from '../lending-words.ts'
import { PlanTable } from '../schedule/plan-table.tsx'
import { ScheduleChart } from '../schedule/schedule-chart.tsx'
import { ApplicantOfOffer } from './applicant-of-offer.tsx'
import { OfferActions } from './offer-actions.tsx'

export default function OfferPage() {
  const offerId = usePathParameter('offerId')
  const [partnerId] = usePartner('lending')
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'offers', offerId),
    queryFn: () => ask(lending(partnerId).getOffer({ offerId })),
    enabled: partnerId !== '',
  })
  const siblings = useQuery({
    queryKey: lendingKey(partnerId, 'offers', 'of', query.data?.applicationId ?? ''),
    queryFn: async () =>
      (
        await ask(lending(partnerId).listOffers({ applicationId: query.data?.applicationId ?? '', size: 200 }))
      ).content.toReversed(),
    enabled: query.data !== undefined,
  })
  const offer = query.data
  const others = siblings.data?.filter((other) => other.offerId !== offerId && other.status === 'OPEN').length ?? 0
  return (
    <LendingFrame
      title={offer === undefined ? 'Offer' : `Offer of ${formatMoney(offer.amount, offer.currency)}`}
      {...(offer !== undefined && {
        description: `${offer.productCode}, ${formatTerm(offer.loanTerm)} at ${formatRate(offer.interestRate)} a year`,
      })}
      trail={[
        ['Loan applications', '/lending/applications'],
        ...(offer === undefined ? [] : [['Loan application', `/lending/applications/${offer.applicationId}`] as const]),
      ]}
      badge={
        offer !== undefined && <StatusBadge status={offer.status} {...(offer.status === 'OPEN' && { color: 'blue' })} />
      }
      actions={
        offer !== undefined && (
          <OfferActions partnerId={partnerId} offer={offer} named="the offer" siblings={others} isMain />
        )
      }
    >
      {() => (
        <PartnerRecord noun="Offer" partnerId={partnerId} query={query}>
          {(found) => <Offer partnerId={partnerId} offer={found} />}
        </PartnerRecord>
      )}
    </LendingFrame>
  )
}

function Offer({ partnerId, offer }: { partnerId: string; offer: api.Offer }) {
  const { currency } = offer
  const money = (amount: number) => <Money amount={amount} currency={currency} />
  return (
    <Stack gap="lg">
      <Section title="What it costs">
        <Facts
          columns={4}
          facts={[
            [
              'Applicant',
              <ApplicantOfOffer key="applicant" partnerId={partnerId} applicationId={offer.applicationId} />,
            ],
            [
              'APR',
              `${formatRate(offer.apr)} (${offer.aprMethod === 'EU_EFFECTIVE' ? 'EU, effective' : 'Regulation Z'})`,
            ],
            ['Instalment', money(offer.instalmentAmount)],
            ['Instalments', offer.numberOfInstalments],
            ['Total repayable', money(offer.totalRepayable)],
            ['Amount', money(offer.amount)],
            ['Principal, with financed fees', money(offer.principal)],
            ['The applicant gets', money(offer.amountFinanced)],
            ['Interest rate', formatRate(offer.interestRate)],
            ['Total interest', money(offer.totalInterest)],
            ['Total fees', money(offer.totalFees)],
            ['Interest and fees', money(offer.financeCharge)],
            ['Term', formatTerm(offer.loanTerm)],
            ['Repayment', offer.terms.method === undefined ? '—' : METHODS[offer.terms.method]],
            ['First due date', <CalendarDate key="first" date={offer.firstDueDate} />],
            ['Open until', <Instant key="until" at={offer.expiresAt} />],
            ...offer.fees.map(
              ({ code, amount, financed }) =>
                [
                  `Fee ${code}`,
                  `${formatAmount(amount, currency)}${financed ? ', financed' : ', in advance'}`,
                ] as const,
            ),
            offer.acceptedAt !== undefined && ['Accepted', <Instant key="accepted" at={offer.acceptedAt} />],
            offer.acceptedBy !== undefined && ['Accepted by', offer.acceptedBy],
            offer.channel !== undefined && ['Channel', offer.channel],
            offer.consents !== undefined && offer.consents.length > 0 && ['Consents', offer.consents.join(', ')],
            ['Offer id', <Id key="id">{offer.offerId}</Id>],
          ]}
        />
      </Section>
      <Section title="Schedule" description="As it is when the loan is paid out on the day of the offer.">
        <Stack gap="lg">
          <ScheduleChart rows={offer.schedulePreview} currency={currency} />
          <PlanTable label="Schedule of the offer" rows={offer.schedulePreview} currency={currency} />
        </Stack>
      </Section>
    </Stack>
  )
}
