// The checksums of a release's files as `sha256sum --check` reads them, with their signature and the public key that checks it.

import { createHash, createPublicKey, type KeyObject, sign } from 'node:crypto'

export interface ReleaseFile {
  readonly name: string
  readonly contents: string | Uint8Array
}

/** Without a key: unsigned. */
export function checksumsOf(files: readonly ReleaseFile[], key: KeyObject | undefined): ReleaseFile[] {
  const checksums = files.map(
    ({ name, contents }) => `${createHash('sha256').update(contents).digest('hex')}  ${name}\n`,
  )
  const sums = { name: 'SHA256SUMS', contents: checksums.join('') }
  if (key === undefined) return [sums]
  return [
    sums,
    // Ed25519 hashes by itself.
    { name: 'SHA256SUMS.sig', contents: sign(null, Buffer.from(sums.contents), key) },
    { name: 'release-key.pem', contents: createPublicKey(key).export({ type: 'spki', format: 'pem' }) },
  ]
}
