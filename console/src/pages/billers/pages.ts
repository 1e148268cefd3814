import { IconReceipt } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const billerPages: readonly ConsolePage[] = [
  {
    path: '/billers',
    title: 'Billers',
    needs: ['INSTITUTIONS', 'VIEW'],
    menu: { group: 'Institutions', icon: IconReceipt },
    load: () => import('./billers-page.tsx'),
  },
  {
    path: '/billers/new',
    title: 'New biller',
    needs: ['INSTITUTIONS', 'CREATE'],
    load: () => import('./new-biller-page.tsx'),
  },
  {
    path: '/billers/$id',
    title: 'Biller',
    needs: ['INSTITUTIONS', 'VIEW'],
    load: () => import('./biller-page.tsx'),
  },
  {
    path: '/billers/$id/edit',
    title: 'Edit biller',
    needs: ['INSTITUTIONS', 'UPDATE'],
    load: () => import('./edit-biller-page.tsx'),
  },
]
