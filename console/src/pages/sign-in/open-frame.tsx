// The frame of pages that need no session: the mark, a card, and which installation this is.

import { Badge, Box, Card, Center, Group, Image, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWindowHeading } from '../../kit/page/window-title.tsx'
import { settings } from '../../settings.ts'
import { ThemeButton } from '../../shell/theme-button.tsx'
import { LanguageLinks } from './language-links.tsx'

export interface OpenFrameProps {
  readonly title: string
  readonly description?: ReactNode
  /** Below the card. */
  readonly below?: ReactNode
  readonly children: ReactNode
}

export function OpenFrame({ title, description, below, children }: OpenFrameProps) {
  const heading = useWindowHeading()
  return (
    <Box component="main" mih="100vh" pos="relative">
      <Group pos="absolute" top={12} right={16} gap="sm">
        <LanguageLinks />
        <ThemeButton />
      </Group>
      <Center mih="100vh" px="md" py={56}>
        <Stack w="100%" maw={420} gap="lg">
          <Group gap="sm" justify="center">
            <Image src={`${import.meta.env.BASE_URL}tillgate.svg`} w={40} h={40} alt="" />
            <Text fw={700} fz={26} lh={1}>
              Tillgate
            </Text>
            <Badge variant="light" color={settings.environment === 'prod' ? 'red' : 'grape'} radius="sm" tt="none">
              {settings.environment}
            </Badge>
          </Group>
          <Card padding="xl" shadow="sm">
            <Stack gap="md">
              <div>
                <Title order={1} ref={heading}>
                  {title}
                </Title>
                {description !== undefined && (
                  <Text size="sm" c="dimmed" mt={4}>
                    {description}
                  </Text>
                )}
              </div>
              {children}
            </Stack>
          </Card>
          {below}
          <Text size="xs" c="dimmed" ta="center">
            Version {settings.version}
          </Text>
        </Stack>
      </Center>
    </Box>
  )
}
