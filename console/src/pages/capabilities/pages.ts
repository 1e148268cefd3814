import { IconListCheck } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const capabilityPages = resourcePages({
  path: '/capabilities',
  title: 'Transaction capabilities',
  noun: 'transaction capability',
  module: 'TXN_CAPABILITIES',
  scope: 'platform',
  menu: { group: 'Institutions', icon: IconListCheck },
  list: () => import('./capabilities-page.tsx'),
  record: () => import('./capability-page.tsx'),
  form: () => import('./capability-form.tsx'),
})
