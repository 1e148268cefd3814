import { IconPlugConnected } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const connectivityPages = resourcePages({
  path: '/connectivity',
  title: 'Core connectivity',
  noun: 'core connectivity',
  module: 'CORE_CONNECTIVITY',
  menu: { group: 'Institutions', icon: IconPlugConnected },
  list: () => import('./connection-list.tsx'),
  record: () => import('./connection-page.tsx'),
  form: () => import('./connection-form.tsx'),
})
