import { IconUsersGroup } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const subTenantPages: readonly ConsolePage[] = [
  {
    path: '/sub-tenants',
    title: 'Sub-tenants',
    needs: ['SUB_TENANTS', 'VIEW'],
    menu: { group: 'Institutions', icon: IconUsersGroup },
    load: () => import('./sub-tenants-page.tsx'),
  },
  {
    path: '/sub-tenants/new',
    title: 'New sub-tenant',
    needs: ['SUB_TENANTS', 'CREATE'],
    scope: 'institution',
    load: () => import('./new-sub-tenant-page.tsx'),
  },
  {
    path: '/sub-tenants/$id',
    title: 'Sub-tenant',
    needs: ['SUB_TENANTS', 'VIEW'],
    load: () => import('./sub-tenant-page.tsx'),
  },
  {
    path: '/sub-tenants/$id/edit',
    title: 'Edit sub-tenant',
    needs: ['SUB_TENANTS', 'UPDATE'],
    scope: 'institution',
    load: () => import('./edit-sub-tenant-page.tsx'),
  },
]
