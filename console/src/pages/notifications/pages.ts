import type { ConsolePage } from '../console-page.ts'

export const notificationPages: readonly ConsolePage[] = [
  { path: '/notifications', title: 'Notifications', load: () => import('./notifications-page.tsx') },
]
