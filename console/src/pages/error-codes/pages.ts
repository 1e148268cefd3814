import { IconListDetails } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const errorCodePages: readonly ConsolePage[] = [
  {
    path: '/error-codes',
    title: 'Error codes',
    needs: ['ERROR_CODES', 'VIEW'],
    menu: { group: 'Platform', icon: IconListDetails },
    load: () => import('./error-codes-page.tsx'),
  },
  {
    path: '/error-codes/$code',
    title: 'Error code',
    needs: ['ERROR_CODES', 'VIEW'],
    load: () => import('./error-code-page.tsx'),
  },
]
