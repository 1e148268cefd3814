import { IconEraser, IconHourglass } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

const PATH = '/corrections'

export const correctionPages: readonly ConsolePage[] = [
  {
    path: PATH,
    title: 'Corrections',
    needs: ['CORRECTIONS', 'VIEW'],
    menu: { group: 'Money', icon: IconEraser },
    load: () => import('./correction-list.tsx'),
  },
  {
    path: `${PATH}/new`,
    title: 'Ask for a correction',
    needs: ['CORRECTIONS', 'CREATE'],
    load: () => import('./new-correction-page.tsx'),
  },
  {
    path: `${PATH}/$id`,
    title: 'Correction',
    needs: ['CORRECTIONS', 'VIEW'],
    load: () => import('./correction-page.tsx'),
  },
  {
    path: '/suspense',
    title: 'Suspense accounts',
    needs: ['CORRECTIONS', 'VIEW'],
    menu: { group: 'Money', icon: IconHourglass },
    load: () => import('./suspense-page.tsx'),
  },
]
