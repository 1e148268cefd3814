// All webhooks: where events of partners are sent.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { booleanOf, present } from '../../kit/list/record-list.tsx'
import { ResourceListPage } from '../../kit/list/resource-list.tsx'
import { Id, StatusBadge } from '../../kit/show/values.tsx'
import { LastAccepted } from './last-accepted.tsx'
import { usePartnerChoices } from './partner-choices.ts'
import { addressOf, kindsInShort, lagOf, stateOf, type Webhook } from './webhook-words.ts'

export default function WebhooksPage() {
  const partners = usePartnerChoices('')
  return (
    <ResourceListPage<Webhook>
      title="Webhooks"
      description="Where events of partners are sent: what was changed, decided, moved or closed."
      noun="webhook"
      path="/webhooks"
      module="PARTNERS"
      cacheKey="webhooks"
      load={({ page, size, filters }) =>
        ask(
          admin.listWebhooks(
            { page, size },
            present({ partnerId: filters.partnerId, isActive: booleanOf(filters.isActive) }),
          ),
        )
      }
      columns={[
        { title: 'Address', render: (webhook) => <Address webhook={webhook} /> },
        { title: 'Partner', render: ({ partnerId }) => <Whole id={partnerId} /> },
        { title: 'Kinds', render: ({ kinds }) => kindsInShort(kinds) },
        {
          title: 'Institutions',
          render: ({ institutionIds }) => (institutionIds.length === 0 ? 'All' : institutionIds.join(', ')),
        },
        { title: 'Last accepted', render: (webhook) => <LastAccepted webhook={webhook} />, width: 210 },
        { title: 'Lag', render: (webhook) => lagOf(webhook), width: 110 },
        { title: 'Status', render: (webhook) => <StatusBadge status={stateOf(webhook)} />, width: 110 },
      ]}
      filters={[
        { kind: 'choice', name: 'partnerId', label: 'Partner', choices: partners.choices, width: 290 },
        { kind: 'yes-no', name: 'isActive', label: 'Active' },
      ]}
      empty={{ title: 'No webhooks yet', hint: 'Make one: its partner then learns of events without asking.' }}
    />
  )
}

function Whole({ id }: { id: string }) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Id>{id}</Id>
    </span>
  )
}

function Address({ webhook }: { webhook: Webhook }) {
  return <span style={{ overflowWrap: 'anywhere' }}>{addressOf(webhook)}</span>
}
