// The secret of names on chain: from a file of its own, or derived from the oldest master key, which stays the same when a new
// master key is added. A file is for installations that share names, or that replace the oldest master key.

import { readFileSync } from 'node:fs'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import type { EvmSettings } from './evm-settings.ts'

const SECRET_BYTES = 32

/** 32 bytes. Throws an Error that names the setting, without the value. */
export function nameSecretOf(
  { nameSecretFile }: Pick<EvmSettings, 'nameSecretFile'>,
  secrets: Pick<SecretBox, 'lookupHash'>,
): Buffer {
  if (nameSecretFile === undefined) return Buffer.from(secrets.lookupHash('secret', 'evm names on chain'), 'base64url')
  const secret = Buffer.from(readFileSync(nameSecretFile, 'utf8').trim(), 'base64')
  if (secret.length !== SECRET_BYTES) {
    throw new Error('EVM_NAME_SECRET_FILE takes a file with base64 of 32 bytes, as `openssl rand -base64 32` makes')
  }
  return secret
}
