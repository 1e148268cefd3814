// One terminal: what it is, what can be done with it, and its keys.

import { Stack } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { Allowed } from '../../kit/page/allowed.tsx'
import { LinkButton } from '../../kit/page/link-button.tsx'
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
  const { id, terminalId, kind, location, status } = terminal
  const overview = { value: 'overview', label: 'Overview', content: <TerminalFacts terminal={terminal} /> }
  const keys = { value: 'keys', label: 'Keys', content: <KeysOfTerminal terminal={terminal} /> }
  return (
    <PageFrame
      title={terminalId}
      trail={[['Terminals', '/terminals']]}
      badge={<StatusBadge status={status} />}
      description={`${kindWord(kind)}, ${location}`}
      actions={
        <>
          {status !== 'DECOMMISSIONED' && (
            <Allowed module="TERMINALS" action="UPDATE">
              <LinkButton to={`/terminals/${id}/edit`} variant="default" leftSection={<IconPencil size={16} />}>
                Edit
              </LinkButton>
            </Allowed>
          )}
          <TerminalActions terminal={terminal} />
        </>
      }
    >
      <Stack>
        <UrlTabs label="Terminal" tabs={may('TERMINAL_KEYS', 'VIEW') ? [overview, keys] : [overview]} />
      </Stack>
    </PageFrame>
  )
}
