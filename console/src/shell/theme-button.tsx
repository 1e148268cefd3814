// Switches between the light and the dark theme; until then the console follows the system.

import { ActionIcon, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'

export function ThemeButton() {
  const { setColorScheme } = useMantineColorScheme()
  const shown = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const next = shown === 'dark' ? 'light' : 'dark'
  const label = next === 'light' ? 'Switch to the light theme' : 'Switch to the dark theme'
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={() => setColorScheme(next)}>
        {shown === 'dark' ? <IconSun size={19} stroke={1.6} /> : <IconMoon size={19} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  )
}
