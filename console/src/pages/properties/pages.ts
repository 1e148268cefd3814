import { IconAdjustments } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const propertyPages: readonly ConsolePage[] = [
  {
    path: '/properties',
    title: 'Application properties',
    needs: ['APP_PROPERTIES', 'VIEW'],
    menu: { group: 'Platform', icon: IconAdjustments },
    load: () => import('./properties-page.tsx'),
  },
  {
    path: '/properties/new',
    title: 'New property',
    needs: ['APP_PROPERTIES', 'CREATE'],
    load: () => import('./new-property-page.tsx'),
  },
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
  {
    path: '/properties/$id',
    title: 'Application property',
    needs: ['APP_PROPERTIES', 'VIEW'],
    load: () => import('./property-page.tsx'),
  },
  {
    path: '/properties/$id/edit',
    title: 'Edit property',
    needs: ['APP_PROPERTIES', 'UPDATE'],
    load: () => import('./edit-property-page.tsx'),
  },
]
