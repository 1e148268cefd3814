// Supply and backing of the partner's institutions, what is open, and what moved last.

import { Alert, Stack } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Allowed } from '../../../kit/page/allowed.tsx'
import { EmptyState } from '../../../kit/page/empty-state.tsx'
import { LinkButton } from '../../../kit/page/link-button.tsx'
import { PageLink } from '../../../kit/page/page-link.tsx'
import { Loaded } from '../../../kit/page/record-query.tsx'
import { Section } from '../../../kit/page/section.tsx'
import { StatusBadge } from '../../../kit/show/values.tsx'
import { DigitalFrame } from '../digital-frame.tsx'
import { type Entities, LARGEST_PAGE, search } from '../digital-search.ts'
import { isOwn } from '../institutions/own-institution.ts'
import { NewMovementButtons } from '../movements/new-movement-buttons.tsx'
import { missingBacking, PositionsKey, PositionsTable } from '../positions.tsx'
import { LatestMovements } from './latest-movements.tsx'
import { OpenTransfers } from './open-transfers.tsx'

const REFRESH_MS = 10_000

export default function OverviewPage() {
  return (
    <DigitalFrame
      title="Supply and backing"
      description="Tokens in circulation and the money behind them, for every institution of the partner."
      actions={<NewMovementButtons />}
    >
      {(partnerId) => (
        <Stack gap="lg">
          <SupplyAndBacking partnerId={partnerId} />
          <Allowed module="DIGITAL_MONEY" action="VIEW">
            <OpenTransfers partnerId={partnerId} refreshEveryMs={REFRESH_MS} />
            <LatestMovements partnerId={partnerId} refreshEveryMs={REFRESH_MS} />
          </Allowed>
        </Stack>
      )}
    </DigitalFrame>
  )
}

type Institution = Entities['INSTITUTION']

function SupplyAndBacking({ partnerId }: { partnerId: string }) {
  const institutions = useQuery({
    queryKey: ['digital', partnerId, 'positions'],
    queryFn: async () => (await search(partnerId, 'INSTITUTION', { size: LARGEST_PAGE })).content.filter(isOwn),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Loaded query={institutions}>
      {(own) =>
        own.length === 0 ? (
          <Section>
            <EmptyState
              title="No institution yet"
              hint="Onboard an institution, then a user and an account: tokens can be issued to it."
              action={
                <Allowed module="DIGITAL_PARTIES" action="CREATE">
                  <LinkButton to="/digital/institutions/new">Onboard an institution</LinkButton>
                </Allowed>
              }
            />
          </Section>
        ) : (
          <>
            <Verdict institutions={own} />
            {own.map((found) => (
              <Section
                key={found.id}
                title={
                  <PageLink to={`/digital/institutions/${found.id}`} inherit>
                    {found.institution.name}
                  </PageLink>
                }
                actions={<StatusBadge status={found.state} />}
              >
                <PositionsTable positions={found.positions ?? []} label={`Positions of ${found.institution.name}`} />
              </Section>
            ))}
            <PositionsKey />
          </>
        )
      }
    </Loaded>
  )
}

function Verdict({ institutions }: { institutions: readonly Institution[] }) {
  const short = institutions.filter(({ positions = [] }) => positions.some((position) => missingBacking(position) > 0))
  if (short.length === 0) {
    return (
      <Alert color="green" icon={<IconShieldCheck />} title="Every token is backed">
        Each institution holds at least as much money as it has tokens in circulation.
      </Alert>
    )
  }
  return (
    <Alert color="red" title="Some tokens are not backed" role="alert">
      Money is missing at {short.map(({ institution }) => institution.name).join(', ')}. The tables below say how much.
      Report it to the operators of the ledger.
    </Alert>
  )
}
