// An identifier with a button that copies it.

import { Code, Group } from '@mantine/core'
import { CopyIcon } from './copy-icon.tsx'

export function CopiedId({ id, label }: { id: string; label: string }) {
  return (
    <Group gap={4} wrap="nowrap" component="span">
      <Code>{id}</Code>
      <CopyIcon value={id} label={label} />
    </Group>
  )
}
