// A few rounds of chaos, one per fault; `npm run chaos` runs as many as you like.
// In test-all only: npm test kills each part once, and loses its messages, in test/crash.

import { test } from 'node:test'
import { runCampaign } from './campaign.ts'
import { CORE_FAULTS, GATEWAY_FAULTS, NETWORK_FAULTS } from './faults.ts'

const SEED = 20_260_310
const ORDERS = 9

test('answers and books match the model, whatever happens to two gateways and their PostgreSQL', async (t) => {
  const faults = { ...GATEWAY_FAULTS, ...NETWORK_FAULTS, ...CORE_FAULTS }
  const report = (line: string) => t.diagnostic(line)
  const rounds = Object.keys(faults).length
  await runCampaign({ engine: 'postgres', seed: SEED, rounds, faults, orders: ORDERS, report })
})

test('answers and books match the model, whatever happens to a gateway on the embedded engine', async (t) => {
  const faults = GATEWAY_FAULTS
  const report = (line: string) => t.diagnostic(line)
  await runCampaign({ engine: 'pglite', seed: SEED, rounds: 2, faults, orders: ORDERS, report })
})
