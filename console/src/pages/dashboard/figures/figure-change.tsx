// How a figure has changed since the period before: with an arrow, a word and a colour.

import { Group, Text } from '@mantine/core'
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import { locale } from '../../../reader.ts'

export interface FigureChangeProps {
  readonly now: number | null
  /** Null when the period before had no such figure. */
  readonly before: number | null
  readonly more: 'good' | 'bad' | 'neutral'
  /** Writes the figure of the period before. */
  written(value: number): string
  /** Writes the difference, which is positive; by default in percent of the figure before. */
  difference?(by: number): string
}

const COLORS = { good: 'green', bad: 'red', neutral: 'blue' } as const
const OPPOSITE = { good: 'bad', bad: 'good', neutral: 'neutral' } as const

export function FigureChange({ now, before, more, written, difference }: FigureChangeProps) {
  if (before === null || now === null) {
    return (
      <Text size="xs" c="dimmed">
        No earlier data
      </Text>
    )
  }
  if (now === before) {
    return (
      <Group gap={4} wrap="nowrap">
        <IconArrowRight size={14} aria-hidden />
        <Text size="xs" c="dimmed">
          Same as before
        </Text>
      </Group>
    )
  }
  const isUp = now > before
  const Icon = isUp ? IconArrowUpRight : IconArrowDownRight
  const by = Math.abs(now - before)
  const amount = difference?.(by) ?? (before === 0 ? '' : percent(by / before))
  const color = COLORS[isUp ? more : OPPOSITE[more]]
  return (
    <Group
      gap={4}
      wrap="nowrap"
      c={`light-dark(var(--mantine-color-${color}-light-color), var(--mantine-color-${color}-4))`}
    >
      <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs">
        {isUp ? 'Up' : 'Down'} {amount} from {written(before)}
      </Text>
    </Group>
  )
}

function percent(fraction: number): string {
  return `${(100 * fraction).toLocaleString(locale, { maximumFractionDigits: fraction < 0.1 ? 1 : 0 })}%`
}
