import { IconShieldCheck } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const auditPages: readonly ConsolePage[] = [
  {
    path: '/audit',
    title: 'Audit log',
    needs: ['AUDIT', 'VIEW'],
    menu: { group: 'Platform', icon: IconShieldCheck },
    load: () => import('./audit-page.tsx'),
  },
  {
    path: '/audit/$id',
    title: 'Audit record',
    needs: ['AUDIT', 'VIEW'],
    load: () => import('./audit-record-page.tsx'),
  },
]
