import { IconHandStop } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const stopPages: readonly ConsolePage[] = [
  {
    path: '/stops',
    title: 'Stops',
    needs: ['INSTITUTIONS', 'VIEW'],
    menu: { group: 'Institutions', icon: IconHandStop },
    load: () => import('./stop-list.tsx'),
  },
  {
    path: '/stops/new',
    title: 'Stop orders',
    needs: ['INSTITUTIONS', 'ACTIVATE'],
    load: () => import('./stop-form.tsx'),
  },
  {
    path: '/stops/$id',
    title: 'Stop',
    needs: ['INSTITUTIONS', 'VIEW'],
    load: () => import('./stop-page.tsx'),
  },
]
