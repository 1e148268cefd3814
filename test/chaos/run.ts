// `npm run chaos`: a campaign as long as you like.
//
//   npm run chaos                                  20 rounds, a new seed
//   npm run chaos -- --rounds 200 --seed 4711      the orders and faults of an earlier campaign
//   npm run chaos -- --engine pglite               on the embedded engine, where only gateways can be killed

import { parseArgs } from 'node:util'
import { runCampaign } from './campaign.ts'
import { GATEWAY_FAULTS, NETWORK_FAULTS, SLOW_FAULTS } from './faults.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    engine: { type: 'string', default: 'postgres' },
  },
})
const [rounds, seed] = [Number(values.rounds), Number(values.seed)]
const { engine } = values
if (!Number.isSafeInteger(rounds) || rounds < 1) fail('--rounds takes a whole number above 0')
if (!Number.isSafeInteger(seed) || seed < 0) fail('--seed takes a whole number from 0 on')
if (engine !== 'postgres' && engine !== 'pglite') fail('--engine takes postgres or pglite')

const faults = engine === 'pglite' ? GATEWAY_FAULTS : { ...GATEWAY_FAULTS, ...NETWORK_FAULTS, ...SLOW_FAULTS }
const again = `npm run chaos -- --rounds ${rounds} --seed ${seed} --engine ${engine}`
console.log(again)
try {
  await runCampaign({ engine, rounds, seed, faults, report: console.log })
  console.log(`The books are correct after ${rounds} rounds.`)
} catch (error) {
  console.error(error)
  console.error(`To reproduce: ${again}`)
  process.exitCode = 1
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
