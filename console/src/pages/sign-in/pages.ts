import type { ConsolePage } from '../console-page.ts'

/** Pages that need no session. */
export const signInPages: readonly ConsolePage[] = [
  { path: '/sign-in', title: 'Sign in', load: () => import('./sign-in-page.tsx') },
  { path: '/sso', title: 'Single sign-on', load: () => import('./sso-page.tsx') },
  { path: '/set-password', title: 'Choose a password', load: () => import('./set-password-page.tsx') },
  { path: '/confirm-mail', title: 'Confirm your new address', load: () => import('./confirm-mail-page.tsx') },
  { path: '/forgot-password', title: 'Forgotten password', load: () => import('./forgot-password-page.tsx') },
]
