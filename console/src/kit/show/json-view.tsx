// A JSON value as text, with a button that copies it.

import { ActionIcon, Box, CopyButton, ScrollArea, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

export function JsonView({ value, label, maxHeight = 420 }: { value: unknown; label: string; maxHeight?: number }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return (
    <Box pos="relative" bg="var(--mantine-color-default-hover)" style={{ borderRadius: 'var(--mantine-radius-md)' }}>
      <ScrollArea.Autosize mah={maxHeight} p="sm" viewportProps={{ tabIndex: 0, 'aria-label': label, role: 'region' }}>
        <pre className="json">{text}</pre>
      </ScrollArea.Autosize>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? 'Copied' : 'Copy'}>
            <ActionIcon
              pos="absolute"
              top={6}
              right={6}
              size="sm"
              variant="subtle"
              color="gray"
              onClick={copy}
              aria-label={copied ? `Copied ${label}` : `Copy ${label}`}
            >
              {copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Box>
  )
}
