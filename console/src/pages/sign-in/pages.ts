import type { ConsolePage } from '../console-page.ts'

/** Pages that need no session. */
export const signInPages: readonly ConsolePage[] = [
  { path: '/sign-in', title: 'Sign in', load: () => import('./sign-in-page.tsx') },
]
