import { IconLayoutDashboard } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const dashboardPages: readonly ConsolePage[] = [
  {
    path: '/dashboard',
    title: 'Dashboard',
    needs: ['DASHBOARD', 'VIEW'],
    scope: 'institution',
    menu: { group: 'Overview', icon: IconLayoutDashboard },
    load: () => import('./dashboard-page.tsx'),
  },
]
