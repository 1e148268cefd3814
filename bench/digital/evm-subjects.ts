// Transfers of tokens on an EVM chain: Hardhat's node in another process, where each transaction gets a block at once. Accounts are
// made over HTTP: the chain has to know them.

import { startGatewayChain } from '../../test/support/evm/chain-gateway.ts'
import type { Subject } from '../figures/measure.ts'
import { type Store, startGateway } from '../servers/server-process.ts'
import { openStore, type TestBed } from '../servers/test-bed.ts'
import { makeModelAccounts } from './model-accounts.ts'

const INSTITUTIONS = 2
const ACCOUNTS_EACH = 32

interface EvmBench {
  readonly bed: TestBed
  readonly cleanup: AsyncDisposableStack
  say(step: string, text: string): void
}

export async function evmSubjects({ bed, cleanup, say }: EvmBench, { name, env }: Store): Promise<Subject[]> {
  const chain = await startGatewayChain()
  cleanup.defer(() => chain.close())
  const books = openStore({ name, env })
  cleanup.defer(() => books.close())
  const gateway = await startGateway('evm', { name, env: { ...env, ...chain.env } }, { folder: bed.folder })
  cleanup.defer(() => gateway.stop())
  const models = await makeModelAccounts(gateway, books, 'evm', INSTITUTIONS, 0, ACCOUNTS_EACH)
  say('prepare', `${models.length} digital asset accounts of ${INSTITUTIONS} institutions on an EVM chain`)
  const tokenAccounts = [...Map.groupBy(models, ({ institutionId }) => institutionId)].map(([institutionId, some]) => ({
    institutionId,
    accountIds: some.map(({ accountId }) => accountId),
  }))
  const servers = [gateway]
  return [
    { name: 'tokens, evm', pattern: 'token-transfers', servers, books, tokenAccounts },
    { name: 'tokens, evm, two phases', pattern: 'token-two-phase', servers, books, tokenAccounts },
  ]
}
