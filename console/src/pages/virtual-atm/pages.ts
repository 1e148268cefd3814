import { IconCreditCard } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const virtualAtmPages: readonly ConsolePage[] = [
  {
    path: '/virtual-atm',
    title: 'Virtual ATM',
    sandboxOnly: true,
    menu: { group: 'Sandbox', icon: IconCreditCard },
    load: () => import('./virtual-atm-page.tsx'),
  },
]
