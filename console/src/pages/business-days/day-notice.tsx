// Why a business day is not closed: it is held, or its end of day fails.

import { Alert, Code, Text } from '@mantine/core'
import { formatCount } from '../../kit/show/format.ts'
import { Instant } from '../../kit/show/values.tsx'
import type { BusinessDay } from './day-totals.ts'

type Stuck = NonNullable<BusinessDay['stuck']>

export function DayNotice({ day: { heldUntil, holdReason, stuck } }: { day: BusinessDay }) {
  if (heldUntil !== undefined) {
    return (
      <Alert color="blue" title="The day is held">
        <Text size="sm" component="div">
          Held until: <Instant at={heldUntil} />
        </Text>
        <Text size="sm">{holdReason}</Text>
      </Alert>
    )
  }
  return stuck === undefined ? null : <StuckNotice stuck={stuck} />
}

function StuckNotice({ stuck: { step, error, since, attempts } }: { stuck: Stuck }) {
  return (
    <Alert color="red" title="The day cannot be closed">
      <Text size="sm">{MEANINGS[step] ?? step}</Text>
      <Code block my="xs">
        {error}
      </Code>
      <Text size="sm" component="div">
        Attempts that failed: {formatCount(attempts)}, since <Instant at={since} />
      </Text>
    </Alert>
  )
}

const MEANINGS: Readonly<Record<string, string>> = {
  WORK: 'What there is to do cannot be found.',
  POSTINGS: 'Database transactions that began before the cutover have not ended.',
  LOANS: 'The end of day of loans fails.',
  HOLDS: 'Holds that are due cannot be released.',
  GENERAL_LEDGER: 'The general ledger cannot be summed.',
  TOTALS: 'The totals cannot be counted.',
  CLOSE: 'The day cannot be marked as closed.',
}
