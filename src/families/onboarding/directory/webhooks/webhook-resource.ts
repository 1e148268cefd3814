// Webhooks: where the events of a partner are sent.

import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { browseWebhookDeliveries } from './browse-webhook-deliveries.ts'
import { redeliverEvents } from './redeliver-events.ts'
import { rotateWebhook } from './rotate-webhook.ts'
import { sendNow } from './send-now.ts'
import { testWebhook } from './test-webhook.ts'
import { newWebhook, SECRET, WEBHOOK, webhook, webhookChange, webhookFilter, webhookReply } from './webhook-shapes.ts'

const webhooks = resource({
  path: '/webhooks',
  tag: 'Webhooks',
  module: 'PARTNERS',
  noun: 'webhook',
  shape: webhook,
  example: WEBHOOK,
  reply: webhookReply,
  records: (services) => services.webhooks,

  create: {
    id: 'CreateWebhook',
    summary: 'Make a webhook',
    description:
      'From then on it gets the events of its partner, each signed by the Standard Webhooks scheme with `secret`, which is shown ' +
      'this once. A partner has at most 20.',
    body: newWebhook,
    example: {
      name: 'webhook',
      summary: 'Days and changes of an institution',
      value: {
        partnerId: WEBHOOK.partnerId,
        url: WEBHOOK.url,
        kinds: WEBHOOK.kinds,
        institutionIds: WEBHOOK.institutionIds,
        contactEmail: WEBHOOK.contactEmail,
      },
    },
    replyExample: { change: { secret: SECRET } },
    run: (ask) => ask.services.webhooks.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseWebhooks',
    summary: 'List webhooks',
    description: 'Newest first. Users of an institution see those of partners that work for it alone.',
  },
  list: {
    id: 'ListWebhooks',
    summary: 'Find webhooks',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: webhookFilter,
    example: { summary: 'Those of a partner that are on', value: { partnerId: 'PARTNER01', isActive: true } },
  },
  get: { id: 'GetWebhook', summary: 'Read a webhook', description: 'Its secret cannot be read.' },
  change: {
    id: 'UpdateWebhook',
    summary: 'Change a webhook',
    description: 'What is left out stays as it is. What waits goes to the new address.',
    body: webhookChange,
    example: {
      name: 'address',
      summary: 'Another address',
      value: { version: 1, url: 'https://partner.example/hooks' },
    },
    run: (ask, id) => ask.services.webhooks.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteWebhook',
    summary: 'Remove a webhook',
    description: 'Its deliveries go too; the events stay in the feed.',
    run: (ask, id) => ask.services.webhooks.delete(ask, id),
  },
  activate: {
    id: 'SetWebhookActivation',
    summary: 'Switch a webhook on or off',
    description:
      'Switched off, it gets no new events; what was not delivered waits. One that accepts nothing for three days, or answers ' +
      '410 Gone, is switched off by the gateway, with a mail to `contactEmail`.',
    flagDescription: 'Whether it gets events',
    example: { name: 'off', summary: 'It gets no events', change: { isActive: false } },
    run: (ask, id, isActive) => ask.services.webhooks.setActive(ask, id, isActive),
  },
})

export const WEBHOOK_OPERATIONS: readonly OnboardingOperation[] = [
  ...webhooks,
  rotateWebhook,
  testWebhook,
  browseWebhookDeliveries,
  redeliverEvents,
  sendNow,
]
