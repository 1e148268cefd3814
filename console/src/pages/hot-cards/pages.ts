import { IconCreditCardOff } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const hotCardPages: readonly ConsolePage[] = [
  {
    path: '/hot-cards',
    title: 'Hot cards',
    needs: ['CARDS', 'VIEW'],
    menu: { group: 'Customers', icon: IconCreditCardOff },
    load: () => import('./hot-card-list.tsx'),
  },
  {
    path: '/hot-cards/new',
    title: 'Stop a card',
    needs: ['CARDS', 'ACTIVATE'],
    load: () => import('./hot-card-form.tsx'),
  },
  {
    path: '/hot-cards/$id',
    title: 'Hot card',
    needs: ['CARDS', 'VIEW'],
    load: () => import('./hot-card-page.tsx'),
  },
]
