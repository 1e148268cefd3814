// A virtual ATM that calls the account services for real, with everything it says to the gateway beside it.

import { Alert, Box } from '@mantine/core'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { settings } from '../../settings.ts'
import { useBillers } from './billers.ts'
import { AtmMachine } from './machine/atm-machine.tsx'
import { TalkPanel } from './panel/talk-panel.tsx'
import { Phone } from './phone.tsx'
import { SetupSection } from './setup/setup-section.tsx'
import './stage.css'

export default function VirtualAtmPage() {
  useBillers()
  return (
    <PageFrame
      title="Virtual ATM"
      description="Insert a test card and use the ATM as a customer would. Every screen calls the account services of this sandbox for real; the panel shows each request and answer."
    >
      {settings.sandbox === undefined && <Alert color="yellow">The sandbox’s test data is not published here.</Alert>}
      <SetupSection />
      <Box className="atm-stage">
        <AtmMachine />
        <Phone />
        <TalkPanel />
      </Box>
    </PageFrame>
  )
}
