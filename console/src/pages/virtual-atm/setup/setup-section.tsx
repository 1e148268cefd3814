// Above the ATM: which terminal it is, which card goes in, and the network cable.

import { Paper, SimpleGrid } from '@mantine/core'
import { useAtm } from '../the-atm.ts'
import { CableSwitch } from './cable-switch.tsx'
import { CardChoice } from './card-choice.tsx'
import { TerminalChoice } from './terminal-choice.tsx'

export function SetupSection() {
  const { institutionId } = useAtm().terminal
  return (
    <Paper component="section" p="md" aria-label="Set the scene">
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg">
        <TerminalChoice />
        {/* Another institution has other cards. */}
        <CardChoice key={institutionId} />
        <CableSwitch />
      </SimpleGrid>
    </Paper>
  )
}
