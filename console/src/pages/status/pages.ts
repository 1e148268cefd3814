import { IconDashboard } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const statusPages: readonly ConsolePage[] = [
  {
    path: '/status',
    title: 'Status',
    needs: ['HEALTH', 'VIEW'],
    menu: { group: 'Overview', icon: IconDashboard },
    load: () => import('./status-page.tsx'),
  },
]
