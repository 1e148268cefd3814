import { IconAdjustments } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'
import { resourcePages } from '../resource-pages.ts'

export const propertyPages: readonly ConsolePage[] = [
  ...resourcePages({
    path: '/properties',
    title: 'Application properties',
    noun: 'property',
    module: 'APP_PROPERTIES',
    menu: { group: 'Platform', icon: IconAdjustments },
    list: () => import('./properties-page.tsx'),
    record: () => import('./property-page.tsx'),
    form: () => import('./property-form.tsx'),
  }),
  {
    path: '/properties/effective',
    title: 'Effective properties',
    needs: ['APP_PROPERTIES', 'VIEW'],
    load: () => import('./effective-properties-page.tsx'),
  },
  {
    path: '/properties/promote',
    title: 'Promote properties',
    needs: ['APP_PROPERTIES', 'APPROVE'],
    load: () => import('./promote-properties-page.tsx'),
  },
]
