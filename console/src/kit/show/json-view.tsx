// A JSON value as text, with a button that copies it.

import { Box, ScrollArea } from '@mantine/core'
import { CopyIcon } from './copy-icon.tsx'

export function JsonView({ value, label, maxHeight = 420 }: { value: unknown; label: string; maxHeight?: number }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <Box pos="relative" bg="var(--mantine-color-default-hover)" style={{ borderRadius: 'var(--mantine-radius-md)' }}>
      <ScrollArea.Autosize mah={maxHeight} p="sm" viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'region' }}>
        <pre className="json">{text}</pre>
      </ScrollArea.Autosize>
      <CopyIcon value={text} label={label} pos="absolute" top={6} right={6} />
    </Box>
  )
}
