import { IconTable } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const rulePages: readonly ConsolePage[] = [
  {
    path: '/rules',
    title: 'Rules',
    needs: ['RULES', 'VIEW'],
    menu: { group: 'Platform', icon: IconTable },
    load: () => import('./rules-page.tsx'),
  },
  {
    path: '/rules/$name',
    title: 'Rule',
    needs: ['RULES', 'VIEW'],
    load: () => import('./rule-page.tsx'),
  },
]
