import { IconCategory } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const accountTypePages = resourcePages({
  path: '/account-types',
  title: 'Account types',
  noun: 'account type',
  module: 'ACCOUNT_TYPES',
  menu: { group: 'Institutions', icon: IconCategory },
  list: () => import('./account-type-list.tsx'),
  record: () => import('./account-type-page.tsx'),
  form: () => import('./account-type-form.tsx'),
})
