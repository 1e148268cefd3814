// The id of a dry run names the file and what it would change, from which versions on. An import that names it is refused when either
// differs by then, so that what people have reviewed is what is written. Nothing is stored.

import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { ConfigError } from '../../config/config-error.ts'
import type { RecordDiff } from './config-diff.ts'

const ID = /^[0-9a-f]{8}-[0-9a-f]{8}$/
const CONTEXT = 'configuration dry run'

/** Keyed with the master key: a file may tell secrets, and the id is printed. */
export function dryRunId(secretBox: SecretBox, fileText: string, diffs: readonly RecordDiff[]): string {
  const digest = (text: string) =>
    Buffer.from(secretBox.lookupHash(text, CONTEXT), 'base64url').toString('hex').slice(0, 8)
  const changes = diffs.map(({ section, label, change, version, lines }) => [section, label, change, version, lines])
  return `${digest(fileText)}-${digest(JSON.stringify(changes))}`
}

export function checkDryRunId(id: string): void {
  if (!ID.test(id)) throw new ConfigError('--following', 'takes what a dry run has printed, such as 1a2b3c4d-5e6f7a8b')
}

export function assertFollows(id: string, now: string): void {
  if (id === now) return
  const isOtherFile = id.split('-')[0] !== now.split('-')[0]
  throw new ConfigError(
    '--following',
    isOtherFile
      ? 'names a dry run of another file; nothing was written'
      : 'names a dry run that no longer fits: records have changed since; nothing was written',
  )
}
