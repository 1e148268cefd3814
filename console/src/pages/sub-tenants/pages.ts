import { IconUsersGroup } from '@tabler/icons-react'
import { resourcePages } from '../resource-pages.ts'

export const subTenantPages = resourcePages({
  path: '/sub-tenants',
  title: 'Sub-tenants',
  noun: 'sub-tenant',
  module: 'SUB_TENANTS',
  scope: 'institution',
  menu: { group: 'Institutions', icon: IconUsersGroup },
  list: () => import('./sub-tenants-page.tsx'),
  record: () => import('./sub-tenant-page.tsx'),
  form: () => import('./sub-tenant-form.tsx'),
})
