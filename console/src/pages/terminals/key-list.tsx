// Keys of terminals, with what can be done with each of them.

import { Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { useState } from 'react'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import type { Filter } from '../../kit/list/filter-bar.tsx'
import { type Column, listOf, present, RecordList } from '../../kit/list/record-list.tsx'
import { Id, Instant, StatusBadge } from '../../kit/show/values.tsx'
import { KeyActions } from './key-actions.tsx'
import { KeyExpiry } from './key-expiry.tsx'
import { KeySecret } from './key-secret.tsx'
import { ALGORITHMS, algorithmWord, KEY_TYPES, keyTypeWord } from './terminal-words.ts'

type TerminalKey = onboarding.TerminalKey

const STATUSES = [
  { value: 'PENDING', label: 'Pending' },
  { value: 'ACTIVE', label: 'Active' },
  { value: 'ROTATING', label: 'Rotating' },
  { value: 'REVOKED', label: 'Revoked' },
  { value: 'EXPIRED', label: 'Expired' },
]

const TYPE: Filter = {
  kind: 'choices',
  name: 'keyType',
  label: 'Type',
  choices: KEY_TYPES.map(({ value, label }) => ({ value, label })),
  width: 140,
}
const STATUS: Filter = { kind: 'choices', name: 'status', label: 'Status', choices: STATUSES, width: 140 }

export interface KeyListProps {
  /** Absent: the keys of all terminals. */
  readonly terminal?: { readonly terminalId: string; readonly institutionId: string }
  /** The terminal is decommissioned: its keys stay as they are. */
  readonly isReadOnly?: boolean
}

export function KeyList({ terminal, isReadOnly = false }: KeyListProps) {
  const [secret, setSecret] = useState<onboarding.TerminalKeyWithSecret>()
  const ofTerminal: Column<TerminalKey>[] =
    terminal === undefined
      ? [
          {
            title: 'Terminal',
            sort: 'terminalId',
            render: ({ terminalId, institutionId }) => (
              <>
                <Id>{terminalId}</Id>
                <Text size="xs" c="dimmed" mt={2}>
                  {institutionId}
                </Text>
              </>
            ),
            width: 120,
          },
        ]
      : []
  return (
    <>
      <RecordList<TerminalKey>
        label="Terminal keys"
        queryKey={['terminal-keys', terminal?.institutionId, terminal?.terminalId]}
        load={({ page, size, sort, filters }) =>
          ask(
            admin.listTerminalKeys(
              present({ page, size, sort }),
              present({
                search: filters.search,
                institutionId: terminal?.institutionId ?? filters.institutionId,
                terminalId: terminal?.terminalId,
                keyType: listOf<TerminalKey['keyType']>(filters.keyType),
                algorithm: listOf<TerminalKey['algorithm']>(filters.algorithm),
                status: listOf<TerminalKey['status']>(filters.status),
              }),
            ),
          )
        }
        columns={[
          ...ofTerminal,
          {
            title: 'Key',
            sort: 'keyType',
            render: ({ keyType, keyVersion, algorithm }) => (
              <>
                {keyTypeWord(keyType)}{' '}
                <Text size="xs" c="dimmed">
                  Version {keyVersion}, {algorithmWord(algorithm)}
                </Text>
              </>
            ),
          },
          { title: 'Check value', render: ({ kcv }) => <Id>{kcv}</Id>, width: 90 },
          { title: 'Status', render: ({ status }) => <StatusBadge status={status} />, width: 110 },
          { title: 'Expires', sort: 'expiresAt', render: (key) => <KeyExpiry terminalKey={key} />, width: 180 },
          {
            title: 'Last used',
            render: ({ lastUsedAt }) => (lastUsedAt === null ? 'Never' : <Instant at={lastUsedAt} />),
            width: 80,
          },
        ]}
        filters={
          terminal === undefined
            ? [
                { kind: 'search', name: 'search', label: 'Search', placeholder: 'Terminal or check value', width: 230 },
                { kind: 'institution', name: 'institutionId', label: 'Institution', width: 200 },
                TYPE,
                {
                  kind: 'choices',
                  name: 'algorithm',
                  label: 'Algorithm',
                  choices: ALGORITHMS,
                  width: 140,
                },
                STATUS,
              ]
            : [TYPE, STATUS]
        }
        rowKey={({ id }) => id}
        rowTo={({ id }) => `/terminal-keys/${id}`}
        rowActions={(key) => (isReadOnly ? null : <KeyActions terminalKey={key} onSecret={setSecret} size="xs" />)}
        empty={{ title: 'No keys', hint: 'Account services ask for none; make one where the terminal uses keys.' }}
      />
      <KeySecret terminalKey={secret} onClose={() => setSecret(undefined)} />
    </>
  )
}
