import { IconPlugConnected } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const partnerPages: readonly ConsolePage[] = [
  {
    path: '/partners',
    title: 'Partners',
    needs: ['PARTNERS', 'VIEW'],
    menu: { group: 'Access', icon: IconPlugConnected },
    load: () => import('./partners-page.tsx'),
  },
  {
    path: '/partners/new',
    title: 'New partner',
    needs: ['PARTNERS', 'CREATE'],
    load: () => import('./new-partner-page.tsx'),
  },
  { path: '/partners/$id', title: 'Partner', needs: ['PARTNERS', 'VIEW'], load: () => import('./partner-page.tsx') },
  {
    path: '/partners/$id/edit',
    title: 'Edit partner',
    needs: ['PARTNERS', 'UPDATE'],
    load: () => import('./edit-partner-page.tsx'),
  },
]
