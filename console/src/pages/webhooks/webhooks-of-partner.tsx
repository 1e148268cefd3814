// The webhooks of a partner, on its page.

import { Table } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { Allowed } from '../../kit/page/allowed.tsx'
import { EmptyState } from '../../kit/page/empty-state.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
import { PageLink } from '../../kit/page/page-link.tsx'
import { Loaded } from '../../kit/page/record-query.tsx'
import { Section } from '../../kit/page/section.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import { LastAccepted } from './last-accepted.tsx'
import { addressOf, kindsInShort, stateOf, type Webhook } from './webhook-words.ts'

/** No partner has more. */
const MOST = 20

export function WebhooksOfPartner({ partnerId }: { partnerId: string }) {
  const query = useQuery({
    queryKey: ['webhooks', 'of', partnerId],
    queryFn: () => ask(admin.listWebhooks({ size: MOST }, { partnerId })),
  })
  return (
    <Section
      title="Webhooks"
      description="Where the partner’s events are sent, so that it learns what happened without asking."
      flush
      actions={
        <Allowed module="PARTNERS" action="CREATE">
          <LinkButton
            to="/webhooks/new"
            search={{ partnerId }}
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            New webhook
          </LinkButton>
        </Allowed>
      }
    >
      <Loaded query={query}>
        {({ content }) =>
          content.length === 0 ? <EmptyState title="No webhooks" /> : <WebhookTable webhooks={content} />
        }
      </Loaded>
    </Section>
  )
}

function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table className="list" aria-label="Webhooks">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Address</Table.Th>
            <Table.Th>Kinds</Table.Th>
            <Table.Th>Last accepted</Table.Th>
            <Table.Th>Status</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {webhooks.map((webhook) => (
            <Table.Tr key={webhook.id}>
              <Table.Td data-title="Address" style={{ overflowWrap: 'anywhere' }}>
                <PageLink to={`/webhooks/${webhook.id}`}>{addressOf(webhook)}</PageLink>
              </Table.Td>
              <Table.Td data-title="Kinds">{kindsInShort(webhook.kinds)}</Table.Td>
              <Table.Td data-title="Last accepted">
                <LastAccepted webhook={webhook} />
              </Table.Td>
              <Table.Td data-title="Status">
                <StatusBadge status={stateOf(webhook)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
