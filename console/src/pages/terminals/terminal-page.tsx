// One terminal: what it is, what can be done with it, and its keys.

import { Stack } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageFrame } from '../../kit/page/page-frame.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordQuery } from '../../kit/page/record-query.tsx'
import { UrlTabs } from '../../kit/page/url-tabs.tsx'
import { StatusBadge } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { KeysOfTerminal } from './keys-of-terminal.tsx'
import { TerminalActions } from './terminal-actions.tsx'
import { TerminalFacts } from './terminal-facts.tsx'
import { kindWord } from './terminal-words.ts'

export default function TerminalPage() {
  const id = usePathParameter('id')
  return (
    <RecordQuery queryKey={['terminals', id]} load={() => ask(admin.getTerminal({ id }))}>
      {(terminal) => <TerminalFrame terminal={terminal} />}
    </RecordQuery>
  )
}

function TerminalFrame({ terminal }: { terminal: onboarding.Terminal }) {
  const may = useMay()
  const { terminalId, kind, location, status } = terminal
  const overview = { value: 'overview', label: 'Overview', content: <TerminalFacts terminal={terminal} /> }
  const keys = { value: 'keys', label: 'Keys', content: <KeysOfTerminal terminal={terminal} /> }
  return (
    <PageFrame
      title={terminalId}
      trail={[['Terminals', '/terminals']]}
      badge={<StatusBadge status={status} />}
      description={`${kindWord(kind)}, ${location}`}
      actions={<TerminalActions terminal={terminal} />}
    >
      <Stack>
        <UrlTabs label="Terminal" tabs={may('TERMINAL_KEYS', 'VIEW') ? [overview, keys] : [overview]} />
      </Stack>
    </PageFrame>
  )
}
