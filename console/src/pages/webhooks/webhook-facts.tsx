// The settings of a webhook.

import { Group, List, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { RecordLink } from '../../kit/page/record-link.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { Stamp } from '../../kit/show/stamp.tsx'
import { Id } from '../../kit/show/values.tsx'
import { LastAccepted } from './last-accepted.tsx'
import { usePartnerOf } from './partner-choices.ts'
import { KIND_GROUPS, type Webhook } from './webhook-words.ts'

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
  const chosen = new Set(kinds)
  const groups = KIND_GROUPS.map(([group, known]) => [group, known.filter(([kind]) => chosen.has(kind))] as const)
  return (
    <Section title="Kinds of events">
      <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }}>
        {groups
          .filter(([, known]) => known.length > 0)
          .map(([group, known]) => (
            <Stack key={group} gap={4}>
              <Title order={3} size="sm">
                {group}
              </Title>
              <List size="sm" spacing={2}>
                {known.map(([kind, name]) => (
                  <List.Item key={kind}>
                    {name}{' '}
                    <Text span size="xs" c="dimmed">
                      {kind}
                    </Text>
                  </List.Item>
                ))}
              </List>
            </Stack>
          ))}
      </SimpleGrid>
    </Section>
  )
}
