// When a key ends, and a warning when that is soon.

import { Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { Instant } from '../../kit/show/values.tsx'
import { locale } from '../../reader.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const SOON_DAYS = 30

export function KeyExpiry({ terminalKey }: { terminalKey: Pick<onboarding.TerminalKey, 'expiresAt' | 'status'> }) {
  const { expiresAt, status } = terminalKey
  const leftMs = new Date(expiresAt).getTime() - Date.now()
  const isOver = status === 'REVOKED' || status === 'EXPIRED' || leftMs <= 0
  return (
    <>
      <Instant at={expiresAt} />
      {!isOver && (
        <Text size="xs" {...(leftMs < SOON_DAYS * DAY_MS ? { fw: 600 } : { c: 'dimmed' })}>
          {leftMs < SOON_DAYS * DAY_MS ? 'Soon: ' : ''}
          {remaining(leftMs)}
        </Text>
      )}
    </>
  )
}

const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'always' })

function remaining(leftMs: number): string {
  if (leftMs < 2 * DAY_MS) return relative.format(Math.max(1, Math.floor(leftMs / HOUR_MS)), 'hour')
  return relative.format(Math.floor(leftMs / DAY_MS), 'day')
}
