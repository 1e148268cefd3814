import { IconAlertTriangle, IconFileExport, IconReceipt } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const transactionPages: readonly ConsolePage[] = [
  {
    path: '/transactions',
    title: 'Transactions',
    needs: ['QUERY', 'VIEW'],
    menu: { group: 'Money', icon: IconReceipt },
    load: () => import('./transactions-page.tsx'),
  },
  {
    path: '/transactions/$id',
    title: 'Transaction',
    needs: ['QUERY', 'VIEW'],
    load: () => import('./transaction-page.tsx'),
  },
  {
    path: '/exceptions',
    title: 'Exceptions',
    needs: ['EXCEPTIONS', 'VIEW'],
    menu: { group: 'Money', icon: IconAlertTriangle },
    load: () => import('./exceptions/exceptions-page.tsx'),
  },
  {
    path: '/exceptions/jobs',
    title: 'Jobs on exceptions',
    needs: ['EXCEPTIONS', 'VIEW'],
    load: () => import('./exceptions/work/jobs-page.tsx'),
  },
  {
    path: '/exceptions/jobs/$id',
    title: 'Job on exceptions',
    needs: ['EXCEPTIONS', 'VIEW'],
    load: () => import('./exceptions/work/job-page.tsx'),
  },
  {
    path: '/exports',
    title: 'Exports',
    needs: ['TXN_EXPORT', 'EXPORT'],
    menu: { group: 'Money', icon: IconFileExport },
    load: () => import('./exports/exports-page.tsx'),
  },
]
