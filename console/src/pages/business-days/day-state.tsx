// The state of a business day, with what it means.

import { Tooltip } from '@mantine/core'
import { StatusBadge } from '../../kit/show/values.tsx'
import type { BusinessDay } from './day-totals.ts'

export const STATE_MEANINGS: Readonly<Record<BusinessDay['state'], string>> = {
  OPEN: 'Today: orders are still posted to it.',
  CLOSING: 'It is over, and its end-of-day work has not finished yet, or it is held.',
  CLOSED: 'It is over, and its end-of-day work is done. Nothing is posted to it any more.',
}

const COLOURS: Readonly<Record<BusinessDay['state'], string>> = { OPEN: 'green', CLOSING: 'blue', CLOSED: 'gray' }

export function DayState({ state }: { state: BusinessDay['state'] }) {
  return (
    <Tooltip label={STATE_MEANINGS[state]}>
      <span>
        <StatusBadge status={state} color={COLOURS[state]} />
      </span>
    </Tooltip>
  )
}
