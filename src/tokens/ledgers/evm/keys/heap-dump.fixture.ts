// A process that signs and then writes its heap: node heap-dump.fixture.ts <key settings> <file>

import { writeHeapSnapshot } from 'node:v8'
import type { KeySettings } from '../evm-settings.ts'
import { openSigner } from './open-signer.ts'

const [key = '', file = ''] = process.argv.slice(2)
const signer = await openSigner(JSON.parse(key) as KeySettings)
const kept = {
  control: ['control', 'text', 'of-the-dump'].join('-'),
  signed: await signer.sign({
    chainId: 1n,
    nonce: 0n,
    to: `0x${'c'.repeat(40)}`,
    data: '0x',
    gasLimit: 1n,
    fees: { type: 'legacy', maxFeeWei: 0n, priorityFeeWei: 0n },
  }),
}
writeHeapSnapshot(file)
await signer.close()
// Still in use, so it is in the heap.
process.exitCode = kept.signed.length > 0 && kept.control.length > 0 ? 0 : 1
