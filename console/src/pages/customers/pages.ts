import { IconCreditCard, IconWallet } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'
import { resourcePages } from '../resource-pages.ts'

export const customerPages: readonly ConsolePage[] = [
  ...resourcePages({
    path: '/accounts',
    title: 'Accounts',
    noun: 'account',
    module: 'ACCOUNTS',
    menu: { group: 'Customers', icon: IconWallet },
    list: () => import('./account-list.tsx'),
    record: () => import('./account-page.tsx'),
    form: () => import('./account-form.tsx'),
  }),
  ...resourcePages({
    path: '/cards',
    title: 'Cards',
    noun: 'card',
    module: 'CARDS',
    menu: { group: 'Customers', icon: IconCreditCard },
    list: () => import('./card-list.tsx'),
    record: () => import('./card-page.tsx'),
    form: () => import('./card-form.tsx'),
  }),
  {
    path: '/customers/$institutionId/$customerId',
    title: 'Customer',
    needs: ['ACCOUNTS', 'VIEW'],
    load: () => import('./customer-page.tsx'),
  },
]
