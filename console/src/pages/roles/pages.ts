import { IconUserShield } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const rolePages = resourcePages({
  path: '/roles',
  title: 'Roles',
  noun: 'role',
  module: 'ROLES',
  scope: 'institution',
  menu: { group: 'Access', icon: IconUserShield },
  list: () => import('./roles-page.tsx'),
  record: () => import('./role-page.tsx'),
  form: () => import('./role-form.tsx'),
})
