import { IconBuildingBank } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const institutionPages: readonly ConsolePage[] = [
  {
    path: '/institutions',
    title: 'Institutions',
    needs: ['INSTITUTIONS', 'VIEW'],
    menu: { group: 'Institutions', icon: IconBuildingBank },
    load: () => import('./institutions-page.tsx'),
  },
  {
    path: '/institutions/new',
    title: 'New institution',
    needs: ['INSTITUTIONS', 'CREATE'],
    scope: 'platform',
    load: () => import('./new-institution-page.tsx'),
  },
  {
    path: '/institutions/$id',
    title: 'Institution',
    needs: ['INSTITUTIONS', 'VIEW'],
    load: () => import('./institution-page.tsx'),
  },
  {
    path: '/institutions/$id/edit',
    title: 'Edit institution',
    needs: ['INSTITUTIONS', 'UPDATE'],
    load: () => import('./edit-institution-page.tsx'),
  },
]
