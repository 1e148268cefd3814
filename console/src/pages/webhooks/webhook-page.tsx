// One webhook: how it fares, what was delivered, and its settings.

import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import { AuditTrail } from '../audit/audit-trail.tsx'
import { DeliveryList, REFRESH_MS } from './delivery-list.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFacts } from './webhook-facts.tsx'
import { addressOf, stateOf, type Webhook } from './webhook-words.ts'

export default function WebhookPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Webhook"
      list={['Webhooks', '/webhooks']}
      queryKey={['webhooks', id]}
      load={() => ask(admin.getWebhook({ id }))}
      refreshEveryMs={REFRESH_MS}
      frame={(webhook) => ({
        title: addressOf(webhook),
        status: stateOf(webhook),
        description: `Events of ${webhook.partnerId}`,
        actions: <WebhookActions webhook={webhook} />,
      })}
    >
      {(webhook) => <WebhookRecord webhook={webhook} />}
    </RecordFrame>
  )
}

function WebhookRecord({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <Situation webhook={webhook} />
      <UrlTabs
        label="Webhook"
        tabs={[
          {
            value: 'deliveries',
            label: 'Deliveries',
            owns: ['state', 'kind', 'page', 'size'],
            content: () => <DeliveryList webhook={webhook} />,
          },
          {
            value: 'settings',
            label: 'Settings',
            content: () => (
              <>
                <WebhookFacts webhook={webhook} />
                <AuditTrail title="Changes of this webhook" resource="webhook" resourceId={webhook.id} />
              </>
            ),
          },
        ]}
      />
    </>
  )
}

function Situation({ webhook: { isActive, offReason, failures, oldSecretUntil } }: { webhook: Webhook }) {
  if (!isActive) {
    return (
      <Alert
        color={offReason === null ? 'yellow' : 'red'}
        icon={<IconInfoCircle />}
        title={offReason === null ? 'Switched off' : 'Switched off by the gateway'}
      >
        {offReason !== null && whyOff(offReason)}
        It gets no events. What was not delivered waits until it is switched on; what happens meanwhile can then be
        delivered again.
      </Alert>
    )
  }
  if (failures > 0) {
    return (
      <Alert
        color="yellow"
        icon={<IconAlertTriangle />}
        title={failures === 1 ? 'The last attempt failed' : `The last ${formatCount(failures)} attempts failed`}
      >
        Each event is tried again for three days; others go on. If none is accepted by then, the webhook is switched
        off.
      </Alert>
    )
  }
  if (oldSecretUntil !== null && Date.parse(oldSecretUntil) > Date.now()) {
    return (
      <Alert color="blue" icon={<IconInfoCircle />} title="Two secrets sign">
        The secret before signs beside the new one until <Instant at={oldSecretUntil} />. The receiver has to know the
        new one by then.
      </Alert>
    )
  }
  return null
}

function whyOff(reason: string): string {
  return reason.includes('410')
    ? 'The receiver has answered that it is gone (410). '
    : 'No event was accepted for three days. '
}
