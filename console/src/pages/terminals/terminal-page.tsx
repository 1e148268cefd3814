// One terminal: what it is, what can be done with it, its cash, and its keys.

import { Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { useMay } from '../../session/entitlements.ts'
import { CashOfTerminal } from './cash/cash-of-terminal.tsx'
import { KeysOfTerminal } from './keys-of-terminal.tsx'
import { TerminalActions } from './terminal-actions.tsx'
import { TerminalFacts } from './terminal-facts.tsx'
import { kindWord } from './terminal-words.ts'

export default function TerminalPage() {
  const id = usePathParameter('id')
  return (
    <RecordFrame
      noun="Terminal"
      list={['Terminals', '/terminals']}
      queryKey={['terminals', id]}
      load={() => ask(admin.getTerminal({ id }))}
      frame={(terminal) => ({
        title: terminal.terminalId,
        status: terminal.status,
        description: `${kindWord(terminal.kind)}, ${terminal.location}`,
        actions: <TerminalActions terminal={terminal} />,
      })}
    >
      {(terminal) => <TerminalTabs terminal={terminal} />}
    </RecordFrame>
  )
}

function TerminalTabs({ terminal }: { terminal: onboarding.Terminal }) {
  const may = useMay()
  const overview = { value: 'overview', label: 'Overview', content: <TerminalFacts terminal={terminal} /> }
  const cash = { value: 'cash', label: 'Cash', content: <CashOfTerminal terminal={terminal} /> }
  const keys = { value: 'keys', label: 'Keys', content: <KeysOfTerminal terminal={terminal} /> }
  return (
    <Stack>
      <UrlTabs label="Terminal" tabs={may('TERMINAL_KEYS', 'VIEW') ? [overview, cash, keys] : [overview, cash]} />
    </Stack>
  )
}
