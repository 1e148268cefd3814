import { IconScale } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

const PATH = '/digital-settlements'

export const digitalSettlementPages: readonly ConsolePage[] = [
  {
    path: PATH,
    title: 'Settlements',
    needs: ['DIGITAL_MONEY', 'VIEW'],
    menu: { group: 'Digital banking', icon: IconScale },
    load: () => import('./settlement-list.tsx'),
  },
  {
    path: `${PATH}/new`,
    title: 'Record a settlement',
    needs: ['DIGITAL_MONEY', 'APPROVE'],
    scope: 'platform',
    load: () => import('./new-settlement-page.tsx'),
  },
  {
    path: `${PATH}/$id`,
    title: 'Settlement',
    needs: ['DIGITAL_MONEY', 'VIEW'],
    load: () => import('./settlement-page.tsx'),
  },
]
