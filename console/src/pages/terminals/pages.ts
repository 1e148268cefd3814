import { IconDeviceDesktop, IconKey } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const terminalPages: readonly ConsolePage[] = [
  {
    path: '/terminals',
    title: 'Terminals',
    needs: ['TERMINALS', 'VIEW'],
    menu: { group: 'Institutions', icon: IconDeviceDesktop },
    load: () => import('./terminals-page.tsx'),
  },
  {
    path: '/terminals/new',
    title: 'New terminal',
    needs: ['TERMINALS', 'CREATE'],
    load: () => import('./new-terminal-page.tsx'),
  },
  {
    path: '/terminals/$id',
    title: 'Terminal',
    needs: ['TERMINALS', 'VIEW'],
    load: () => import('./terminal-page.tsx'),
  },
  {
    path: '/terminals/$id/edit',
    title: 'Edit terminal',
    needs: ['TERMINALS', 'UPDATE'],
    load: () => import('./edit-terminal-page.tsx'),
  },
  {
    path: '/terminal-keys',
    title: 'Terminal keys',
    needs: ['TERMINAL_KEYS', 'VIEW'],
    menu: { group: 'Institutions', icon: IconKey },
    load: () => import('./terminal-keys-page.tsx'),
  },
  {
    path: '/terminal-keys/$id',
    title: 'Terminal key',
    needs: ['TERMINAL_KEYS', 'VIEW'],
    load: () => import('./terminal-key-page.tsx'),
  },
]
