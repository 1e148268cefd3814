import { IconListCheck } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const capabilityPages: readonly ConsolePage[] = [
  {
    path: '/capabilities',
    title: 'Transaction capabilities',
    needs: ['TXN_CAPABILITIES', 'VIEW'],
    menu: { group: 'Institutions', icon: IconListCheck },
    load: () => import('./capabilities-page.tsx'),
  },
  {
    path: '/capabilities/new',
    title: 'New transaction capability',
    needs: ['TXN_CAPABILITIES', 'CREATE'],
    scope: 'platform',
    load: () => import('./new-capability-page.tsx'),
  },
  {
    path: '/capabilities/$id',
    title: 'Transaction capability',
    needs: ['TXN_CAPABILITIES', 'VIEW'],
    load: () => import('./capability-page.tsx'),
  },
  {
    path: '/capabilities/$id/edit',
    title: 'Edit transaction capability',
    needs: ['TXN_CAPABILITIES', 'UPDATE'],
    scope: 'platform',
    load: () => import('./edit-capability-page.tsx'),
  },
]
