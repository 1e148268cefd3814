import { IconArrowsDiff } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

const PATH = '/reconciliations'

export const reconciliationPages: readonly ConsolePage[] = [
  {
    path: PATH,
    title: 'Reconciliations',
    needs: ['EXCEPTIONS', 'VIEW'],
    menu: { group: 'Money', icon: IconArrowsDiff },
    load: () => import('./reconciliation-list.tsx'),
  },
  {
    path: `${PATH}/new`,
    title: 'Reconcile a file',
    needs: ['EXCEPTIONS', 'EXPORT'],
    load: () => import('./new-reconciliation-page.tsx'),
  },
  {
    path: `${PATH}/$id`,
    title: 'Reconciliation',
    needs: ['EXCEPTIONS', 'VIEW'],
    load: () => import('./reconciliation-page.tsx'),
  },
]
