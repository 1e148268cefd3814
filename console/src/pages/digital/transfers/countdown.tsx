// How much time is left until a transfer expires, by the gateway's clock.

import { RingProgress, Text } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useState } from 'react'

export interface CountdownProps {
  /** When the waiting began. */
  readonly from: string
  readonly to: string
  /** How far the gateway's clock is ahead of the browser's. */
  readonly clockAheadMs: number
}

const TICK_MS = 250

export function Countdown({ from, to, clockAheadMs }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now())
  useInterval(() => setNow(Date.now()), TICK_MS, { autoInvoke: true })
  const leftMs = Math.max(0, Date.parse(to) - (now + clockAheadMs))
  const share = Math.min(1, leftMs / Math.max(1, Date.parse(to) - Date.parse(from)))
  const text = durationText(leftMs)
  return (
    <RingProgress
      size={132}
      thickness={9}
      roundCaps
      rootColor="var(--mantine-color-default-border)"
      sections={[{ value: share * 100, color: share < 0.2 ? 'orange' : 'blue' }]}
      label={
        <Text ta="center" fw={650} fz="lg" className="numeric" role="timer" aria-label={`${text} left`}>
          {text}
        </Text>
      }
    />
  )
}

/** `59`, `4:05` or `23:59:59`. */
function durationText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
