import { IconCalendarStats } from '@tabler/icons-react'
import type { ConsolePage } from '../console-page.ts'

export const businessDayPages: readonly ConsolePage[] = [
  {
    path: '/business-days',
    title: 'Business days',
    needs: ['QUERY', 'VIEW'],
    menu: { group: 'Institutions', icon: IconCalendarStats },
    load: () => import('./business-days-page.tsx'),
  },
  {
    path: '/business-days/$institutionId/$date',
    title: 'Business day',
    needs: ['QUERY', 'VIEW'],
    load: () => import('./business-day-page.tsx'),
  },
]
