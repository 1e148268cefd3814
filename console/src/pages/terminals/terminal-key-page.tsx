// One key: everything that is known about it except the key itself.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { PageLink } from '../../kit/page/page-link.tsx'
import { usePathParameter } from '../../kit/page/path-parameter.ts'
import { RecordFrame } from '../../kit/page/record-frame.tsx'
import { Section } from '../../kit/page/section.tsx'
import { Facts } from '../../kit/show/facts.tsx'
import { MadeAndChanged } from '../../kit/show/made-and-changed.tsx'
import { Id, Instant } from '../../kit/show/values.tsx'
import { useMay } from '../../session/entitlements.ts'
import { KeyActions } from './key-actions.tsx'
import { KeyExpiry } from './key-expiry.tsx'
import { KeySecret } from './key-secret.tsx'
import { algorithmWord, keyTypeWord } from './terminal-words.ts'

export default function TerminalKeyPage() {
  const id = usePathParameter('id')
  const [secret, setSecret] = useState<onboarding.TerminalKeyWithSecret>()
  return (
    <>
      <RecordFrame
        noun="Terminal key"
        list={['Terminal keys', '/terminal-keys']}
        queryKey={['terminal-keys', id]}
        load={() => ask(admin.getTerminalKey({ id }))}
        frame={(key) => ({
          title: `${keyTypeWord(key.keyType)} of ${key.terminalId}`,
          status: key.status,
          actions: <KeyActions terminalKey={key} onSecret={setSecret} />,
        })}
      >
        {(key) => <KeyRecord terminalKey={key} />}
      </RecordFrame>
      <KeySecret terminalKey={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}

function KeyRecord({ terminalKey }: { terminalKey: onboarding.TerminalKey }) {
  const { terminalId, institutionId, keyVersion } = terminalKey
  return (
    <>
      <Section title={`Key, version ${keyVersion}`}>
        <Stack>
          <Facts
            facts={[
              ['Terminal', <TerminalLink key="terminal" terminalId={terminalId} institutionId={institutionId} />],
              [
                'Institution',
                <PageLink key="institution" to={`/institutions/${institutionId}`}>
                  {institutionId}
                </PageLink>,
              ],
              ['Algorithm', algorithmWord(terminalKey.algorithm)],
              ['Check value', <Id key="kcv">{terminalKey.kcv}</Id>],
              ['Valid from', <Instant key="from" at={terminalKey.validFrom} />],
              ['Expires', <KeyExpiry key="to" terminalKey={terminalKey} />],
              [
                'Last used',
                terminalKey.lastUsedAt === null ? 'Never' : <Instant key="used" at={terminalKey.lastUsedAt} />,
              ],
            ]}
          />
          <Text size="sm" c="dimmed">
            The key itself was shown once, when it was made, and cannot be read again.
          </Text>
        </Stack>
      </Section>
      <MadeAndChanged record={terminalKey} />
    </>
  )
}

/** A key names its terminal by its code; the page of a terminal is found by its record. */
function TerminalLink({ terminalId, institutionId }: { terminalId: string; institutionId: string }) {
  const may = useMay()
  const { data } = useQuery({
    queryKey: ['terminals', 'by-code', institutionId, terminalId],
    queryFn: async () => {
      const { content } = await ask(admin.listTerminals({ size: 50 }, { institutionId, search: terminalId }))
      return content.find((terminal) => terminal.terminalId === terminalId) ?? null
    },
    enabled: may('TERMINALS', 'VIEW'),
  })
  if (data === undefined || data === null) return <Id>{terminalId}</Id>
  return (
    <PageLink to={`/terminals/${data.id}`} search={{ tab: 'keys' }}>
      {terminalId}
    </PageLink>
  )
}
