import { IconWebhook } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const webhookPages = resourcePages({
  path: '/webhooks',
  title: 'Webhooks',
  noun: 'webhook',
  module: 'PARTNERS',
  menu: { group: 'Access', icon: IconWebhook },
  list: () => import('./webhooks-page.tsx'),
  record: () => import('./webhook-page.tsx'),
  form: () => import('./webhook-form.tsx'),
})
