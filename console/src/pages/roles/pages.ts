import { IconUserShield } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const rolePages: readonly ConsolePage[] = [
  {
    path: '/roles',
    title: 'Roles',
    needs: ['ROLES', 'VIEW'],
    menu: { group: 'Access', icon: IconUserShield },
    load: () => import('./roles-page.tsx'),
  },
  {
    path: '/roles/new',
    title: 'New role',
    needs: ['ROLES', 'CREATE'],
    scope: 'institution',
    load: () => import('./new-role-page.tsx'),
  },
  { path: '/roles/$id', title: 'Role', needs: ['ROLES', 'VIEW'], load: () => import('./role-page.tsx') },
  {
    path: '/roles/$id/edit',
    title: 'Edit role',
    needs: ['ROLES', 'UPDATE'],
    scope: 'institution',
    load: () => import('./edit-role-page.tsx'),
  },
]
