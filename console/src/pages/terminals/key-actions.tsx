// What can be done with a key in its state.

import { Text } from '@mantine/core'
import type { onboarding } from '@tillgate/sdk'
import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { ActionButton } from '../../kit/actions/action-button.tsx'
import { Allowed } from '../../kit/page/allowed.tsx'
import { keyTypeWord } from './terminal-words.ts'

export interface KeyActionsProps {
  readonly terminalKey: onboarding.TerminalKey
  /** Rotating makes a new key, which is shown once. */
  onSecret(key: onboarding.TerminalKeyWithSecret): void
  readonly size?: 'xs' | 'sm'
}

export function KeyActions({ terminalKey, onSecret, size = 'sm' }: KeyActionsProps) {
  const { id, keyType, keyVersion, terminalId, status } = terminalKey
  const name = `${keyTypeWord(keyType)}, version ${keyVersion}, of ${terminalId}`
  const invalidates = [['terminal-keys']]
  return (
    <>
      {(status === 'PENDING' || status === 'ACTIVE' || status === 'ROTATING') && (
        <Allowed module="TERMINAL_KEYS" action="ACTIVATE">
          <ActionButton
            label="Revoke"
            size={size}
            color="red"
            variant="light"
            confirm={{
              title: 'Revoke this key?',
              message: `${name}, is no longer valid from now on, without the 24 hours of a rotation. This cannot be undone. If the terminal still needs a key, rotate instead, or make a new one.`,
              label: 'Revoke at once',
            }}
            run={() => ask(admin.revokeTerminalKey({ id }))}
            invalidates={invalidates}
            done="The key is revoked."
          />
        </Allowed>
      )}
      {status === 'PENDING' && (
        <Allowed module="TERMINAL_KEYS" action="ACTIVATE">
          <ActionButton
            label="Activate"
            size={size}
            confirm={{
              title: 'Activate this key?',
              message: `${name}, becomes the one in use. The key of this type that is active now, if there is one, becomes rotating: it stays valid for 24 hours, so that the terminal can change over, and then expires.`,
            }}
            run={() => ask(admin.activateTerminalKey({ id }))}
            invalidates={invalidates}
            done="The key is active."
          />
        </Allowed>
      )}
      {status === 'ACTIVE' && (
        <Allowed module="TERMINAL_KEYS" action="UPDATE">
          <ActionButton
            label="Rotate"
            size={size}
            confirm={{
              title: 'Rotate this key?',
              message: (
                <>
                  <Text size="sm" mb="xs">
                    A new key is made and active at once. It is shown to you once: load it into the terminal.
                  </Text>
                  <Text size="sm">
                    {name}, becomes rotating: it stays valid for 24 hours, so that the terminal can change over, and
                    then expires.
                  </Text>
                </>
              ),
            }}
            run={async () => onSecret(await ask(admin.rotateTerminalKey({ id })))}
            invalidates={invalidates}
          />
        </Allowed>
      )}
    </>
  )
}
