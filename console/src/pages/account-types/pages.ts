import { IconCategory } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const accountTypePages: readonly ConsolePage[] = [
  {
    path: '/account-types',
    title: 'Account types',
    needs: ['ACCOUNT_TYPES', 'VIEW'],
    menu: { group: 'Institutions', icon: IconCategory },
    load: () => import('./account-types-page.tsx'),
  },
  {
    path: '/account-types/new',
    title: 'New account type',
    needs: ['ACCOUNT_TYPES', 'CREATE'],
    load: () => import('./new-account-type-page.tsx'),
  },
  {
    path: '/account-types/$id',
    title: 'Account type',
    needs: ['ACCOUNT_TYPES', 'VIEW'],
    load: () => import('./account-type-page.tsx'),
  },
  {
    path: '/account-types/$id/edit',
    title: 'Edit account type',
    needs: ['ACCOUNT_TYPES', 'UPDATE'],
    load: () => import('./edit-account-type-page.tsx'),
  },
]
