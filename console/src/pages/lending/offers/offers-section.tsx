// The offers of an application, side by side.

import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { lending as api } from '@tillgate/sdk'
import { ask } from '../../../api/ask.ts'
import { lending } from '../../../api/gateway.ts'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { lendingKey } from '../lending-frame.tsx'
import { OfferComparison } from './offer-comparison.tsx'

export function OffersSection({ partnerId, application }: { partnerId: string; application: api.Application }) {
  const { applicationId, status, offerIds } = application
  const canOffer = status === 'APPROVED' || status === 'OFFERED'
  const query = useQuery({
    queryKey: lendingKey(partnerId, 'offers', 'of', applicationId),
    queryFn: async () => (await ask(lending(partnerId).listOffers({ applicationId, size: 200 }))).content.toReversed(),
    enabled: offerIds.length > 0,
  })
  return (
    <Section
      title="Offers"
      description={
        offerIds.length > 1
          ? `Figures in ${application.currency}. What differs is in bold, and what costs the applicant least is marked.`
          : undefined
      }
      flush={offerIds.length > 0}
      actions={
        canOffer && (
          <Allowed module="LOAN_ORIGINATION" action="CREATE">
            <LinkButton
              to={`/lending/applications/${applicationId}/offers/new`}
              variant={offerIds.length === 0 ? 'filled' : 'default'}
              leftSection={<IconPlus size={16} />}
            >
              Make an offer
            </LinkButton>
          </Allowed>
        )
      }
    >
      {offerIds.length === 0 ? (
        <Text size="sm" c="dimmed">
          {canOffer ? 'No offer has been made yet.' : 'Offers can be made once the application is approved.'}
        </Text>
      ) : (
        <Loaded query={query}>
          {(offers) => <OfferComparison partnerId={partnerId} application={application} offers={offers} />}
        </Loaded>
      )}
    </Section>
  )
}
