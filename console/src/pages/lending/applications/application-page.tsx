// One application, from submission to the loan.

import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { PartnerRecord, usePartner } from '../../../kit/form/partner.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { usePathParameter } from '../../../kit/page/path-parameter.ts'
import { Section } from '../../../kit/page/section.tsx'
import { Facts } from '../../../kit/show/facts.tsx'
import { formatWord } from '../../../kit/show/format.ts'
import { Id, Instant, Money, StatusBadge } from '../../../kit/show/values.tsx'
import { LendingFrame, lendingKey } from '../lending-frame.tsx'
import { formatRate, formatTerm, nameOf } from '../lending-words.ts'
import { OffersSection } from '../offers/offers-section.tsx'
import { ApplicationHistory } from './application-history.tsx'
import { DecisionSection } from './decision-section.tsx'
import { RiskSection } from './risk-section.tsx'
import { StatusPath } from './status-path.tsx'

/** States in which an application is still assessed and decided. */
const UNDECIDED: ReadonlySet<string> = new Set(['SUBMITTED', 'UNDER_REVIEW', 'REFERRED'])

export default function ApplicationPage() {
  const applicationId = usePathParameter('applicationId')
  const [partnerId] = usePartner('lending')
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'applications', applicationId),
    queryFn: () => ask(lending(partnerId).getApplication({ applicationId })),
    enabled: partnerId !== '',
  })
  const found = query.data
  return (
    <LendingFrame
      title={found === undefined ? 'Loan application' : nameOf(found.applicant)}
      trail={[['Loan applications', '/lending/applications']]}
      badge={found !== undefined && <StatusBadge status={found.status} />}
    >
      {() => (
        <PartnerRecord noun="Loan application" partnerId={partnerId} query={query}>
          {(application) => <Application partnerId={partnerId} application={application} />}
        </PartnerRecord>
      )}
    </LendingFrame>
  )
}

function Application({ partnerId, application }: { partnerId: string; application: api.ApplicationDetail }) {
  const isOpen = UNDECIDED.has(application.status)
  const loanId = application.history.find(({ event }) => event === 'CONVERT')?.resourceId
  const { firstName: _, lastName: __, ...others } = application.applicant as api.Applicant & Record<string, unknown>
  return (
    <Stack gap="lg">
      <Section>
        <Stack gap="lg">
          <StatusPath status={application.status} />
          <Facts
            facts={[
              ['Product', application.productCode],
              [
                'Requested',
                <Money key="amount" amount={application.requestedAmount} currency={application.currency} />,
              ],
              ['Term', formatTerm(application.loanTerm)],
              ['Interest rate', `${formatRate(application.interestRate)} a year`],
              ['Institution', application.institutionId],
              ['Your reference', application.externalReference],
              ['Made', <Instant key="made" at={application.createdAt} />],
              ['By', application.createdBy],
              application.expiresAt !== undefined && [
                'Approval ends',
                <Instant key="ends" at={application.expiresAt} />,
              ],
              ...Object.entries(others).map(([name, value]) => [formatWord(spaced(name)), readable(value)] as const),
              ['Application id', <Id key="id">{application.applicationId}</Id>],
              loanId !== undefined && [
                'Loan',
                <PageLink key="loan" to={`/lending/loans/${loanId}`}>
                  Open the loan
                </PageLink>,
              ],
            ]}
          />
        </Stack>
      </Section>
      <RiskSection partnerId={partnerId} application={application} isOpen={isOpen} />
      <DecisionSection partnerId={partnerId} application={application} isOpen={isOpen} />
      <OffersSection partnerId={partnerId} application={application} />
      <ApplicationHistory history={application.history} />
    </Stack>
  )
}

/** `dateOfBirth` as `date of birth`. */
function spaced(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
}

function readable(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
}
