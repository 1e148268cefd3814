// The flags of `npm run bench`.

import { parseArgs } from 'node:util'

/** What can be measured; values of `--only`. */
export const SUBJECTS = [
  'startup',
  'idle',
  'rules',
  'schedules',
  'bare-http',
  'bare-fastify',
  'ceiling',
  'withdrawals',
  'open-loop',
  'pgbench',
  'pglite',
  'two-gateways',
  'workers',
  'transfers',
  'balances',
  'repayments',
  'beside-lending',
  'digital',
  'evm',
  'iso8583',
  'events',
  'mix',
  'history',
  'citus',
] as const
export type Subject = (typeof SUBJECTS)[number]

export interface BenchOptions {
  /** Length of one measured run. */
  readonly seconds: number
  /** How often the interleaved runs are repeated; results are medians over the rounds. */
  readonly rounds: number
  readonly connections: number
  readonly accounts: number
  /** Loans that the repayments are for. */
  readonly loans: number
  /** pgbench's `-s`: 100,000 accounts and one branch each. */
  readonly scale: number
  /** Past transactions to write before the `history` runs; 0 for none. */
  readonly history: number
  /** A database of the coordinator of a Citus cluster on this machine. */
  readonly citus: string | undefined
  readonly generator: 'wrk' | 'autocannon' | undefined
  /** Print where the gateway spends its time instead of measuring. */
  readonly profile: boolean
  readonly subjects: ReadonlySet<Subject>
  /** Of `digital`: only loads whose name has this word. */
  readonly named: string
}

const USAGE = `npm run bench -- [flags]

  --seconds N       length of each run (8)
  --rounds N        how often the interleaved runs are repeated (3)
  --quick           2 seconds, one round, a small pgbench: a smoke test, its figures mean nothing
  --only a,b        only these: ${SUBJECTS.join(', ')}
  --named WORD      of digital, only loads whose name has this word, for example simulated
  --history N       also with N past transactions, for example 10000000 (needs about 1.2 GB of disk per million)
  --citus URL       also on distributed books: a database of the coordinator, whose servers all run on this machine
  --connections N   HTTP connections (64)
  --accounts N      synthetic accounts (10000)
  --loans N         loans to repay (2000)
  --scale N         pgbench's scale (10)
  --generator NAME  wrk or autocannon (wrk when it is installed)
  --profile         print where the gateway spends its time under withdrawals instead of measuring`

export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      quick: { type: 'boolean' },
      only: { type: 'string' },
      named: { type: 'string' },
      history: { type: 'string' },
      citus: { type: 'string' },
      connections: { type: 'string' },
      accounts: { type: 'string' },
      loans: { type: 'string' },
      scale: { type: 'string' },
      generator: { type: 'string' },
      profile: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) {
    console.log(USAGE)
    process.exit(0)
  }
  const quick = values.quick === true
  const history = wholeNumber('--history', values.history, 0, 0, 50_000_000)
  return {
    seconds: wholeNumber('--seconds', values.seconds, quick ? 2 : 8, 1, 600),
    rounds: wholeNumber('--rounds', values.rounds, quick ? 1 : 3, 1, 50),
    connections: wholeNumber('--connections', values.connections, 64, 2, 1_000),
    accounts: wholeNumber('--accounts', values.accounts, 10_000, 2, 1_000_000),
    loans: wholeNumber('--loans', values.loans, quick ? 200 : 2_000, 1, 100_000),
    scale: wholeNumber('--scale', values.scale, quick ? 2 : 10, 1, 1_000),
    history,
    citus: values.citus,
    generator: readGenerator(values.generator),
    profile: values.profile === true,
    subjects: readSubjects(values.only, history, values.citus),
    named: values.named ?? '',
  }
}

function wholeNumber(flag: string, text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= least && value <= most)) throw new RangeError(`${flag} takes a whole number from ${least} to ${most}`)
  return value
}

function readGenerator(text: string | undefined): BenchOptions['generator'] {
  if (text === undefined || text === 'wrk' || text === 'autocannon') return text
  throw new RangeError('--generator takes wrk or autocannon')
}

function readSubjects(text: string | undefined, history: number, citus: string | undefined): Set<Subject> {
  const asked = text?.split(',').map((part) => part.trim())
  const unknown = asked?.filter((name) => !SUBJECTS.some((subject) => subject === name)) ?? []
  if (unknown.length > 0) throw new RangeError(`--only takes ${SUBJECTS.join(', ')}; not ${unknown.join(', ')}`)
  const subjects = new Set(SUBJECTS.filter((subject) => asked === undefined || asked.includes(subject)))
  if (history === 0) subjects.delete('history')
  if (citus === undefined) subjects.delete('citus')
  // Each of these is a ratio to the withdrawals of one gateway on PostgreSQL.
  const ratios: Subject[] = [
    'bare-fastify',
    'ceiling',
    'pgbench',
    'pglite',
    'two-gateways',
    'history',
    'repayments',
    'iso8583',
    'open-loop',
  ]
  if (ratios.some((subject) => subjects.has(subject))) subjects.add('withdrawals')
  return subjects
}
