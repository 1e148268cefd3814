import { IconHeartbeat } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const healthPages: readonly ConsolePage[] = [
  {
    path: '/health',
    title: 'Service health',
    needs: ['HEALTH', 'VIEW'],
    menu: { group: 'Platform', icon: IconHeartbeat },
    load: () => import('./health-page.tsx'),
  },
]
