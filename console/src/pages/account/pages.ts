import type { ConsolePage } from '../console-page.ts'

export const accountPages: readonly ConsolePage[] = [
  { path: '/account', title: 'My account', load: () => import('./account-page.tsx') },
]
