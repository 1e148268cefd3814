// A key that was just made: shown this once, with its check value.

import type { onboarding } from '@tillgate/sdk'
import { SecretOnce } from '../../kit/show/secret-once.tsx'
import { keyTypeWord } from './terminal-words.ts'

export interface KeySecretProps {
  readonly terminalKey: onboarding.TerminalKeyWithSecret | undefined
  onClose(): void
}

export function KeySecret({ terminalKey, onClose }: KeySecretProps) {
  return (
    <SecretOnce
      title={
        terminalKey === undefined
          ? 'Terminal key'
          : `${keyTypeWord(terminalKey.keyType)}, version ${terminalKey.keyVersion}, of ${terminalKey.terminalId}`
      }
      hint="The key is shown once. Copy it now and load it into the terminal, which should then show the same check value. No one, not even an administrator, can read it again. If it is lost, make another."
      secrets={
        terminalKey === undefined
          ? undefined
          : [
              ['Key (base64)', terminalKey.appKey],
              ['Check value', terminalKey.kcv],
            ]
      }
      onClose={onClose}
    />
  )
}
