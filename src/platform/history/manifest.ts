// The manifest of a part of the archive: what its files hold, signed with a key of the installation, so that a later change of a
// file or of the manifest shows.

import type { SecretBox } from '../kernel/secrets/secrets.ts'
import type { GroupName } from './history-group.ts'
import type { Month } from './month.ts'

export const MANIFEST_FILE = 'manifest.json'
const PURPOSE = 'archive manifest'

export interface TableFile {
  readonly table: string
  /** Its name in the folder of the part. */
  readonly file: string
  readonly rows: number
  readonly bytes: number
  /** SHA-256 of the compressed file. */
  readonly sha256: string
  /** Sums of amounts in minor units, by currency. */
  readonly sums?: Readonly<Record<string, string>>
}

export interface Manifest {
  readonly format: 1
  readonly partId: string
  readonly institutionId: string
  readonly group: GroupName
  readonly month: Month
  readonly exportedAt: string
  readonly tables: readonly TableFile[]
}

/** The text of the file: the manifest, its signature, and the key that proves it without the installation. */
export function signManifest(manifest: Manifest, secretBox: SecretBox): string {
  const signature = secretBox.sign(JSON.stringify(manifest), PURPOSE)
  return `${JSON.stringify({ manifest, signature, publicKey: secretBox.publicKey(PURPOSE) }, null, 2)}\n`
}

/** Throws an Error that says what is wrong: not a manifest, or not signed by this installation. */
export function readManifest(text: string, secretBox: SecretBox): Manifest {
  let signed: { manifest?: Manifest; signature?: string }
  try {
    signed = JSON.parse(text)
  } catch {
    throw new Error('the manifest is not JSON')
  }
  const { manifest, signature } = signed ?? {}
  if (manifest?.format !== 1 || typeof signature !== 'string')
    throw new Error('the manifest is not one of this version')
  if (!secretBox.isSignature(signature, JSON.stringify(manifest), PURPOSE))
    throw new Error('the manifest is not signed by this installation')
  return manifest
}
