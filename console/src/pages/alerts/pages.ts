import { IconAlertTriangle } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const alertPages = resourcePages({
  path: '/alerts',
  title: 'Alerts',
  noun: 'alert rule',
  module: 'ALERTS',
  menu: { group: 'Overview', icon: IconAlertTriangle },
  list: () => import('./alert-list.tsx'),
  record: () => import('./alert-page.tsx'),
  form: () => import('./alert-form.tsx'),
})
