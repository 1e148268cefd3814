import { IconMailbox } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const sandboxPages: readonly ConsolePage[] = [
  {
    path: '/mailbox',
    title: 'Mailbox',
    sandboxOnly: true,
    needs: ['USERS', 'UPDATE'],
    scope: 'platform',
    menu: { group: 'Sandbox', icon: IconMailbox },
    load: () => import('./mailbox-page.tsx'),
  },
]
