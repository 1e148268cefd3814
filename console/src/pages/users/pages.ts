import { IconUsers } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const userPages: readonly ConsolePage[] = [
  {
    path: '/users',
    title: 'Users',
    needs: ['USERS', 'VIEW'],
    menu: { group: 'Access', icon: IconUsers },
    load: () => import('./users-page.tsx'),
  },
  { path: '/users/new', title: 'New user', needs: ['USERS', 'CREATE'], load: () => import('./new-user-page.tsx') },
  { path: '/users/$id', title: 'User', needs: ['USERS', 'VIEW'], load: () => import('./user-page.tsx') },
  {
    path: '/users/$id/edit',
    title: 'Edit user',
    needs: ['USERS', 'UPDATE'],
    load: () => import('./edit-user-page.tsx'),
  },
]
