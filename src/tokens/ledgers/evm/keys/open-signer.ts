// Opens the signer that the settings name.

import type { KeySettings } from '../evm-settings.ts'
import { openKeyThread } from './key-thread.ts'
import { RemoteSigner } from './remote-signer.ts'
import type { Signer } from './signer.ts'

/** Throws an Error that names the setting and never the value. Asks nothing of a remote signer yet. */
export async function openSigner(key: KeySettings): Promise<Signer> {
  return key.kind === 'remote' ? new RemoteSigner(key.url, key.address) : openKeyThread(key)
}
