// Recovery codes, which the gateway shows once: to copy, or to keep as a file.

import { Alert, Button, Code, CopyButton, Group, SimpleGrid, Stack } from '@mantine/core'
import { IconCheck, IconCopy, IconDownload, IconKey } from '@tabler/icons-react'
import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { formatInstant } from '../kit/show/format.ts'

export interface RecoveryCodesProps {
  readonly email: string
  readonly codes: readonly string[]
  readonly doneLabel: string
  onDone(): void
}

export function RecoveryCodes({ email, codes, doneLabel, onDone }: RecoveryCodesProps) {
  const isKept = useRef(false)
  // The browser asks before the page is closed or loaded again.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: () => !isKept.current })
  const done = () => {
    isKept.current = true
    onDone()
  }
  return (
    <Stack>
      <Alert color="yellow" icon={<IconKey />} title="These codes are shown once">
        Keep them where you find them without your phone. Each opens your account once in place of a code of the app,
        together with your password.
      </Alert>
      <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs" component="ul" p={0} m={0} aria-label="Recovery codes">
        {codes.map((code) => (
          <Code key={code} component="li" ta="center" py={6} fz="sm" style={{ listStyle: 'none' }} data-recovery-code>
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group grow>
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            >
              {copied ? 'Copied' : 'Copy all'}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => download(email, codes)} leftSection={<IconDownload size={16} />}>
          Download
        </Button>
      </Group>
      <Button onClick={done}>{doneLabel}</Button>
    </Stack>
  )
}

function download(email: string, codes: readonly string[]): void {
  const text = [
    `Tillgate recovery codes of ${email}`,
    `Made on ${formatInstant(new Date().toISOString())}. Each code works once.`,
    '',
    ...codes,
    '',
  ].join('\r\n')
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'tillgate-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(url)
}
