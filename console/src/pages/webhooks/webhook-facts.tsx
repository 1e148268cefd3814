// The settings of a webhook.

import { Group, Stack } from '@mantine/core'
import { GroupedValues } from '../../kit/choices/grouped-values.tsx'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { Stamp } from '../../kit/show/stamp.tsx'
import { Id } from '../../kit/show/values.tsx'
import { LastAccepted } from './last-accepted.tsx'
import { usePartnerOf } from './partner-choices.ts'
import { KIND_GROUPS, lagOf, type Webhook } from './webhook-words.ts'

export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { partnerId, url, contactEmail, institutionIds, kinds } = webhook
  const partner = usePartnerOf(partnerId)
  return (
    <Stack mb="lg">
      <Section title="Settings">
        <Facts
          facts={[
            ['Address', url],
            [
              'Partner',
              <RecordLink key="partner" resource="partner" id={partner?.id}>
                {partnerId}
              </RecordLink>,
            ],
            ['Contact', contactEmail],
            [
              'Institutions',
              institutionIds.length === 0 ? (
                'All of the partner’s'
              ) : (
                <Group key="institutions" gap={4}>
                  {institutionIds.map((id) => (
                    <Id key={id}>{id}</Id>
                  ))}
                </Group>
              ),
            ],
            kinds.length === 0 && ['Events', 'All kinds, also those of later versions'],
            ['Last accepted', <LastAccepted key="accepted" webhook={webhook} />],
            ['Lag', lagOf(webhook)],
            ['Created', <Stamp key="made" at={webhook.createdAt} by={webhook.createdBy} />],
            ['Last changed', <Stamp key="changed" at={webhook.updatedAt} by={webhook.updatedBy} />],
          ]}
        />
      </Section>
      {kinds.length > 0 && <ChosenKinds kinds={kinds} />}
    </Stack>
  )
}

function ChosenKinds({ kinds }: { kinds: readonly string[] }) {
  return (
    <Section title="Kinds of events">
      <GroupedValues groups={KIND_GROUPS} values={kinds} />
    </Section>
  )
}
