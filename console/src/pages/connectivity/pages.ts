import { IconPlugConnected } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const connectivityPages: readonly ConsolePage[] = [
  {
    path: '/connectivity',
    title: 'Core connectivity',
    needs: ['CORE_CONNECTIVITY', 'VIEW'],
    menu: { group: 'Institutions', icon: IconPlugConnected },
    load: () => import('./connections-page.tsx'),
  },
  {
    path: '/connectivity/new',
    title: 'New core connectivity',
    needs: ['CORE_CONNECTIVITY', 'CREATE'],
    load: () => import('./new-connection-page.tsx'),
  },
  {
    path: '/connectivity/$id',
    title: 'Core connectivity',
    needs: ['CORE_CONNECTIVITY', 'VIEW'],
    load: () => import('./connection-page.tsx'),
  },
  {
    path: '/connectivity/$id/edit',
    title: 'Edit core connectivity',
    needs: ['CORE_CONNECTIVITY', 'UPDATE'],
    load: () => import('./edit-connection-page.tsx'),
  },
]
