// A secret that the gateway shows only once: it can be copied, and the dialog says that it will not come back.

import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react'

export interface ShownOnce {
  readonly title: string
  /** What each secret is, and its text. */
  readonly secrets: readonly (readonly [name: string, secret: string])[]
  readonly hint?: string
}

export interface SecretOnceProps extends Omit<ShownOnce, 'secrets'> {
  /** Undefined closes the dialog. */
  readonly secrets: ShownOnce['secrets'] | undefined
  onClose(): void
}

export function SecretOnce({ title, secrets, hint, onClose }: SecretOnceProps) {
  return (
    <Modal opened={secrets !== undefined} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Stack>
        <Alert color="yellow" icon={<IconKey />}>
          {hint ?? 'This is shown once. Copy it now: no one, not even an administrator, can read it again.'}
        </Alert>
        {secrets?.map(([name, secret]) => (
          <div key={name}>
            <Text size="xs" c="dimmed" mb={4}>
              {name}
            </Text>
            <Group wrap="nowrap">
              <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }} data-secret>
                {secret}
              </Code>
              <CopyButton value={secret}>
                {({ copied, copy }) => (
                  <Button
                    variant="default"
                    onClick={copy}
                    leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
                    aria-label={`Copy ${name}`}
                  >
                    {copied ? 'Copied' : 'Copy'}
                  </Button>
                )}
              </CopyButton>
            </Group>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose}>I have copied it</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
