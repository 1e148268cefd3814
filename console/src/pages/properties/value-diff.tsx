// How a value changed: what was removed and what was added, marked by sign and word as well as by colour.

import { Box, Group, Text, VisuallyHidden } from '@mantine/core'
import { diffLines } from './line-diff.ts'
import { prettyJson } from './property-value.tsx'

export interface ValueDiffProps {
  readonly before: string
  readonly after: string
  /** Both are JSON, which is laid out first. */
  readonly isJson: boolean
}

const SIGNS = { same: ' ', removed: '−', added: '+' } as const
const WORDS = { same: '', removed: 'removed: ', added: 'added: ' } as const
const BACKGROUNDS = {
  same: 'transparent',
  removed: 'var(--mantine-color-red-light)',
  added: 'var(--mantine-color-green-light)',
} as const

export function ValueDiff({ before, after, isJson }: ValueDiffProps) {
  const lines = isJson ? diffLines(prettyJson(before), prettyJson(after)) : diffLines(before, after)
  return (
    <Box
      ff="monospace"
      fz="xs"
      py={4}
      mah={360}
      tabIndex={0}
      role="region"
      aria-label="Difference of the value"
      bg="var(--mantine-color-default-hover)"
      style={{ borderRadius: 'var(--mantine-radius-md)', overflow: 'auto' }}
    >
      {lines.map(({ kind, text }, at) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place only
          key={at}
          gap={8}
          px="sm"
          py={1}
          wrap="nowrap"
          align="flex-start"
          bg={BACKGROUNDS[kind]}
        >
          <Text span ff="monospace" fz="xs" aria-hidden w={10} style={{ flexShrink: 0 }}>
            {SIGNS[kind]}
          </Text>
          <Text span ff="monospace" fz="xs" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <VisuallyHidden>{WORDS[kind]}</VisuallyHidden>
            {text === '' ? ' ' : text}
          </Text>
        </Group>
      ))}
    </Box>
  )
}
