// The bell of every page: how many notifications are unread, by one small request; the list is loaded when it is opened.

import { ActionIcon, Indicator, Loader, Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { formatCount } from '../kit/show/format.ts'
import { useAttention } from '../pages/notifications/notification-queries.ts'

const BellList = lazy(() => import('../pages/notifications/bell-list.tsx'))
/** The gateway counts no further. */
const MOST_COUNTED = 100

export function Bell() {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const unread = useAttention()?.unread ?? 0
  const shown = unread < MOST_COUNTED ? formatCount(unread) : `${formatCount(MOST_COUNTED - 1)}+`
  return (
    <Popover opened={isOpen} onChange={close} position="bottom-end" width={340} trapFocus returnFocus withinPortal>
      <Indicator label={shown} size={16} disabled={unread === 0} color="red" offset={5} autoContrast>
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread === 0 ? 'Notifications' : `Notifications, ${shown} unread`}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <IconBell size={19} stroke={1.6} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown mah="80vh" style={{ overflowY: 'auto' }} aria-label="Notifications">
        {isOpen && (
          <Suspense fallback={<Loader size="sm" aria-label="Loading" />}>
            <BellList onLeave={close} />
          </Suspense>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
