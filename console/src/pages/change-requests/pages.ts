import { IconUserCheck } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const changeRequestPages: readonly ConsolePage[] = [
  {
    path: '/change-requests',
    title: 'Approvals',
    menu: { group: 'Overview', icon: IconUserCheck, badge: () => import('./waiting-badge.tsx') },
    load: () => import('./change-requests-page.tsx'),
  },
  {
    path: '/change-requests/$id',
    title: 'Change request',
    load: () => import('./change-request-page.tsx'),
  },
]
