import { IconReceipt } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const billerPages = resourcePages({
  path: '/billers',
  title: 'Billers',
  noun: 'biller',
  module: 'INSTITUTIONS',
  menu: { group: 'Institutions', icon: IconReceipt },
  list: () => import('./biller-list.tsx'),
  record: () => import('./biller-page.tsx'),
  form: () => import('./biller-form.tsx'),
})
