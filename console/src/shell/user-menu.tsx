// Who is signed in, and signing out.

import { Avatar, Group, Kbd, Menu, Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconKeyboard, IconLanguage, IconLogout, IconUser, IconUserCircle } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { LANGUAGES, language, timeZone } from '../reader.ts'
import { signOut, useUser } from '../session/session.ts'
import { serverMessage } from '../texts/server-messages.ts'

export function UserMenu({ onReadingChoices, onShortcuts }: { onReadingChoices(): void; onShortcuts(): void }) {
  const user = useUser()
  const navigate = useNavigate()

  async function leave() {
    try {
      await signOut()
    } catch (error) {
      notifications.show({
        color: 'red',
        title: 'You are still signed in',
        message: serverMessage((error as Error).message),
      })
    }
  }

  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton aria-label={`Account of ${user.userName}`}>
          <Group gap="xs" wrap="nowrap">
            <Avatar size={30} radius="xl" color="harbour">
              <IconUser size={17} stroke={1.6} />
            </Avatar>
            <Text size="sm" visibleFrom="sm">
              {user.userName}
            </Text>
            <IconChevronDown size={14} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.email}
          <br />
          {user.role}
        </Menu.Label>
        <Menu.Item leftSection={<IconUserCircle size={16} />} onClick={() => void navigate({ to: '/account' })}>
          My account
        </Menu.Item>
        <Menu.Item leftSection={<IconLanguage size={16} />} onClick={onReadingChoices}>
          Language and time zone
          <Text size="xs" c="dimmed">
            {LANGUAGES[language]}, {timeZone}
          </Text>
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<Kbd size="xs">?</Kbd>} onClick={onShortcuts}>
          Shortcuts of the keyboard
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
