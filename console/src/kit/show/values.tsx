// Single values as they stand in tables and facts.

import { Badge, Code, type MantineColor, Text } from '@mantine/core'
import { formatAmount, formatDate, formatInstant, formatWord } from './format.ts'

export function Money({ amount, currency }: { amount: number | undefined; currency: string | undefined }) {
  if (amount === undefined) return <>—</>
  return (
    <span className="numeric">
      {formatAmount(amount, currency ?? 'USD')}{' '}
      <Text span size="xs" c="dimmed">
        {currency}
      </Text>
    </span>
  )
}

/** Shown in the reader's time zone; the exact instant is in the title. */
export function Instant({ at }: { at: string | null | undefined }) {
  if (at === undefined || at === null) return <>—</>
  return (
    <time dateTime={at} title={at} className="numeric instant">
      {formatInstant(at)}
    </time>
  )
}

export function CalendarDate({ date }: { date: string | null | undefined }) {
  if (date === undefined || date === null) return <>—</>
  return (
    <time dateTime={date} className="numeric" style={{ whiteSpace: 'nowrap' }}>
      {formatDate(date)}
    </time>
  )
}

/** A code with the name that people know it by. */
export function CodeAndName({ code, name }: { code: string | undefined; name: string | undefined }) {
  return (
    <span>
      <Id>{code}</Id>
      {name !== undefined && code !== undefined && ` ${name}`}
    </span>
  )
}

/** An identifier, which is read letter by letter. */
export function Id({ children }: { children: string | undefined }) {
  return children === undefined || children === '' ? <>—</> : <Code>{children}</Code>
}

/** States by what they mean for the reader. What is not listed is neutral. */
const MEANINGS: readonly (readonly [MantineColor, RegExp])[] = [
  [
    'green',
    /^(ACTIVE|APPROVED|UP|PASSED|DONE|CLOSED_OK|ISSUED|COMPLETED|COMMITTED|RESOLVED|SETTLED|PAID|POSTED|ACCEPTED|000|OPEN_DAY|FINAL|DELIVERED|OK|REVIEWED)$/,
  ],
  [
    'blue',
    /^(SUBMITTED|TESTED|RUNNING|QUEUED|PENDING.*|INVITED|REGISTERED|ROTATING|OFFERED|UNDER_REVIEW|RESERVED|COMMITTING|RECEIVED|MINTING|BURNING|PROVISIONING|DUE|CLOSING)$/,
  ],
  [
    'yellow',
    /^(DRAFT|SUSPENDED|LOCKED|BLOCKED|DORMANT|DEGRADED|FROZEN|REFERRED|PARTIAL|PARTIALLY_REVERSED|INACTIVE|RELEASING|IN_ARREARS|HARDSHIP|OPEN|OVERPAID|RETURNING|CARRIED_OUT)$/,
  ],
  [
    'red',
    /^(REJECTED|DECLINED|FAILED|LOST|STOLEN|DOWN|TERMINATED|REVOKED|EXPIRED|TIMED_OUT|OVERDUE|CHARGED_OFF|WRITTEN_OFF|ABORTED|OFFBOARDED|BROKEN|FAILING|RAISED|OBJECTED)$/,
  ],
]

export function StatusBadge({ status, color }: { status: string | undefined; color?: MantineColor }) {
  if (status === undefined) return <>—</>
  const meaning = color ?? MEANINGS.find(([, states]) => states.test(status))?.[0] ?? 'gray'
  return (
    <Badge color={meaning} variant="light" radius="sm" tt="none" miw="max-content" style={{ flexShrink: 0 }}>
      {formatWord(status)}
    </Badge>
  )
}

export function YesNo({ value }: { value: boolean | undefined }) {
  return <>{value === undefined ? '—' : value ? 'Yes' : 'No'}</>
}
