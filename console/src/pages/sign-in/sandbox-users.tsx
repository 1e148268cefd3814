// The sandbox's published users: one click fills in the form.

import { Group, Paper, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconUser } from '@tabler/icons-react'
import type { PasswordCredentials } from '../../session/credential-steps.tsx'
import { settings } from '../../settings.ts'

export function SandboxUsers({ onChoose }: { onChoose(credentials: PasswordCredentials): void }) {
  const users = settings.sandbox?.users ?? []
  if (users.length === 0) return null
  return (
    <Paper p="md">
      <Text size="sm" fw={600} mb={4}>
        Users of the sandbox
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        Their passwords are published. Choose one to fill in the form.
      </Text>
      <Stack gap={2} component="ul" p={0} m={0}>
        {users.map(({ email, password, roleName, institutionId }) => (
          <li key={email} style={{ listStyle: 'none' }}>
            <UnstyledButton className="choice" onClick={() => onChoose({ email, password })}>
              <Group gap="sm" wrap="nowrap">
                <IconUser size={16} stroke={1.6} aria-hidden style={{ flexShrink: 0 }} />
                <div>
                  <Text size="sm">{email}</Text>
                  <Text size="xs" c="dimmed">
                    {institutionId === undefined ? roleName : `${roleName} of ${institutionId}`}
                  </Text>
                </div>
              </Group>
            </UnstyledButton>
          </li>
        ))}
      </Stack>
    </Paper>
  )
}
