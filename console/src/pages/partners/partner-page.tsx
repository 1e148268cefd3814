// One partner: what it may call, and the clients it calls with.

import { Alert, Group } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Stamp } from '../../kit/show/stamp.tsx'
import { Id } from '../../kit/show/values.tsx'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { WebhooksOfPartner } from '../webhooks/webhooks-of-partner.tsx'
import { ClientsSection } from './clients-section.tsx'
import { GrantedOperations } from './granted-operations.tsx'
import { PartnerActions } from './partner-actions.tsx'
import { familyName } from './partner-words.ts'

export default function PartnerPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Partner"
      list={['Partners', '/partners']}
      queryKey={['partners', id]}
      load={() => ask(admin.getPartner({ id }))}
      frame={(partner) => ({
        title: partner.name,
        status: partner.isActive ? 'ACTIVE' : 'INACTIVE',
        actions: <PartnerActions partner={partner} />,
      })}
    >
      {(partner) => <PartnerRecord partner={partner} />}
    </RecordFrame>
  )
}

function PartnerRecord({ partner }: { partner: onboarding.Partner }) {
  const { rateLimit } = partner
  return (
    <>
      <Situation partner={partner} />
      <Section title="Terms">
        <Facts
          facts={[
            ['Partner id', <Id key="id">{partner.partnerId}</Id>],
            ['API families', partner.families.map(familyName).join(', ')],
            [
              'Institutions',
              <Group key="institutions" gap={4}>
                {partner.institutionIds.map((institutionId) => (
                  <Id key={institutionId}>{institutionId}</Id>
                ))}
              </Group>,
            ],
            ['Requests per second', rateLimit === null ? 'No limit' : formatCount(rateLimit.perSecond)],
            ['Identified by', partner.clientIdPolicy ? 'Client id and secret' : 'Partner id alone'],
            ['Created', <Stamp key="made" at={partner.createdAt} by={partner.createdBy} />],
            ['Last changed', <Stamp key="changed" at={partner.updatedAt} by={partner.updatedBy} />],
          ]}
        />
      </Section>
      <ClientsSection partner={partner} />
      <WebhooksOfPartner partnerId={partner.partnerId} />
      {partner.families.includes('accounts') && <GrantedOperations operations={partner.operations} />}
      <AuditTrail title="Changes of this partner" resource="partner" resourceId={partner.id} />
    </>
  )
}

function Situation({ partner: { isActive, clientIdPolicy, clients } }: { partner: onboarding.Partner }) {
  if (!isActive) {
    return (
      <Alert color="yellow" icon={<IconInfoCircle />} title="Inactive">
        Every call of this partner is refused.
      </Alert>
    )
  }
  if (!clientIdPolicy) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle />} title="No secret is asked for">
        Calls to account services are accepted by the partner id alone.
      </Alert>
    )
  }
  if (clients.length === 0) {
    return (
      <Alert color="blue" icon={<IconInfoCircle />} title="No client yet">
        The partner cannot call before it has a client.
      </Alert>
    )
  }
  return null
}
