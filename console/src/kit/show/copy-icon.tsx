// A button that copies a text, and says that it has.

import { ActionIcon, type ActionIconProps, CopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

interface CopyIconProps extends Pick<ActionIconProps, 'pos' | 'top' | 'right'> {
  value: string
  label: string
}

export function CopyIcon({ value, label, ...place }: CopyIconProps) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : 'Copy'}>
          <ActionIcon
            {...place}
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
  )
}
