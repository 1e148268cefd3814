import { IconDeviceDesktop, IconKey } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'
import { resourcePages } from '../resource-pages.ts'

export const terminalPages: readonly ConsolePage[] = [
  ...resourcePages({
    path: '/terminals',
    title: 'Terminals',
    noun: 'terminal',
    module: 'TERMINALS',
    menu: { group: 'Institutions', icon: IconDeviceDesktop },
    list: () => import('./terminal-list.tsx'),
    record: () => import('./terminal-page.tsx'),
    form: () => import('./terminal-form.tsx'),
  }),
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
