import { IconPlugConnected } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const partnerPages = resourcePages({
  path: '/partners',
  title: 'Partners',
  noun: 'partner',
  module: 'PARTNERS',
  menu: { group: 'Access', icon: IconPlugConnected },
  list: () => import('./partners-page.tsx'),
  record: () => import('./partner-page.tsx'),
  form: () => import('./partner-form.tsx'),
})
