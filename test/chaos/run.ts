// `npm run chaos`: a campaign as long as you like.
//
//   npm run chaos                                  20 rounds, a new seed
//   npm run chaos -- --rounds 200 --seed 4711      the orders and faults of an earlier campaign
//   npm run chaos -- --engine pglite               on the embedded engine, without the faults of PostgreSQL
//   npm run chaos -- --fault 'days pass'           only this fault; may be given several times
//   npm run chaos -- --mutations                   whether campaigns of 30 rounds find every defect of mutations.ts
//   npm run chaos -- --mutations forgotten-hold    only these

import { parseArgs } from 'node:util'
import { runCampaign } from './campaign.ts'
import { CORE_FAULTS, GATEWAY_FAULTS, NETWORK_FAULTS, SLOW_FAULTS } from './faults.ts'
import { runMutations } from './run-mutations.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    engine: { type: 'string', default: 'postgres' },
    fault: { type: 'string', multiple: true, default: [] },
    'verify-rounds': { type: 'boolean', default: false },
    mutations: { type: 'boolean', default: false },
  },
})
const [rounds, seed] = [Number(values.rounds ?? (values.mutations ? 30 : 20)), Number(values.seed)]
const { engine } = values
if (!Number.isSafeInteger(rounds) || rounds < 1) fail('--rounds takes a whole number above 0')
if (!Number.isSafeInteger(seed) || seed < 0) fail('--seed takes a whole number from 0 on')
if (engine !== 'postgres' && engine !== 'pglite') fail('--engine takes postgres or pglite')
const here = { ...GATEWAY_FAULTS, ...CORE_FAULTS }
const all = engine === 'pglite' ? here : { ...here, ...NETWORK_FAULTS, ...SLOW_FAULTS }
for (const name of values.fault) if (!(name in all)) fail(`--fault takes one of: ${Object.keys(all).join(', ')}`)

if (values.mutations) await findMutations()
else await campaign(engine)

async function campaign(on: 'postgres' | 'pglite'): Promise<void> {
  const chosen = Object.entries(all).filter(([name]) => values.fault.length === 0 || values.fault.includes(name))
  const faults = Object.fromEntries(chosen)
  const only = values.fault.map((name) => ` --fault '${name}'`).join('')
  const again = `npm run chaos -- --rounds ${rounds} --seed ${seed} --engine ${on}${only}`
  console.log(again)
  try {
    const verifiesRounds = values['verify-rounds']
    await runCampaign({ engine: on, rounds, seed, faults, verifiesRounds, report: console.log })
    console.log(`The books are correct after ${rounds} rounds.`)
  } catch (error) {
    console.error(error)
    console.error(`To reproduce: ${again}`)
    process.exitCode = 1
  }
}

async function findMutations(): Promise<void> {
  const missed = await runMutations({ rounds, seed, names: positionals, report: console.log })
  if (missed.length === 0) return
  console.error(`Not found within ${rounds} rounds: ${missed.join(', ')}`)
  process.exitCode = 1
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}
