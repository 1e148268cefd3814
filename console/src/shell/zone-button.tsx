// Which time zone the times on the page are in. Narrow screens have it in the account menu.

import { Button, Tooltip } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { offsetName } from '../kit/show/time-zone.ts'
import { timeZone } from '../reader.ts'

export function ZoneButton({ onClick }: { onClick(): void }) {
  const offset = offsetName(new Date())
  return (
    <Tooltip label={`Times are shown in ${timeZone}`}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        visibleFrom="sm"
        leftSection={<IconClock size={16} stroke={1.6} aria-hidden />}
        aria-label={`Time zone ${timeZone}, ${offset}: choose another`}
        onClick={onClick}
      >
        {offset}
      </Button>
    </Tooltip>
  )
}
