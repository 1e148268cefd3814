// Work on request, as opposed to work that falls due (periodic.ts): an export, a call that has to be repeated. A job
// is stored in the transaction that asks for it, runs on one node, and again on another when that node dies.
//
// pg-boss keeps the jobs, in the schema pgboss of our database. It polls; that is only the fallback, because every new job is
// announced on the change broadcast.

import { type Db, PgBoss } from 'pg-boss'
import { withTimeout } from '../kernel/time/timeout.ts'
import type { Database, Session, Sql } from '../storage/database.ts'

const TOPIC = 'jobs'
const POLL_SECONDS = 5
/** A node that does not refresh its job for this long is taken for dead. pg-boss allows no less. */
const HEARTBEAT_SECONDS = 10
const SUPERVISE_SECONDS = 10
const HOUR_SECONDS = 3_600
const STOP_LIMIT_MS = 5_000
/** pg-boss applies its limit to running jobs only, not to its own statements. */
const STOP_GRACE_MS = 1_000

export interface JobKind<Data extends object = object> {
  /** The name of its queue: `export-transactions`. */
  readonly name: string
  /** How many of them a node runs at once. */
  readonly atOnce: number
  /** How often a job is tried again after a failure, the death of its node included. */
  readonly retries: number
  /** A run that takes longer is taken for stuck. */
  readonly limitSeconds: number
  /** Must be safe to repeat. The signal is aborted when the node stops or the job was given to another one. */
  run(data: Data, signal: AbortSignal): Promise<void>
  /** Called once when no retry is left. Must be safe to repeat. */
  giveUp(data: Data): Promise<void>
}

export interface JobQueueOptions {
  readonly database: Database
  /** What runs here. A queue without kinds only accepts jobs. */
  readonly kinds: readonly JobKind[]
  /** Resolves when jobs are to run here; until then the queue only accepts them. At once by default. */
  readonly duties?: Promise<void> | undefined
  /** How often to look for jobs whose announcement was missed. */
  readonly pollSeconds?: number
  /** How long close() waits for running jobs. */
  readonly stopLimitMs?: number
  readonly log?: { error(details: object, message: string): void; warn(details: object, message: string): void }
}

/** Creates or upgrades the queue's tables, for a gateway whose database role may not. */
export async function installJobQueue(database: Database): Promise<void> {
  const boss = new PgBoss({ ...bossOptions(database), supervise: false })
  await boss.start()
  await boss.stop({ close: false })
}

export interface JobQueueHealth {
  readonly status: 'UP' | 'DOWN'
  readonly queues: Readonly<Record<string, 'UP' | 'DOWN'>>
}

export class JobQueue {
  readonly #database: Database
  /** Runs jobs, and ends those of dead nodes. */
  #boss: PgBoss
  readonly #kinds: readonly JobKind[]
  readonly #pollSeconds: number
  readonly #stopLimitMs: number
  readonly #log: JobQueueOptions['log']
  readonly #stopping = new AbortController()
  readonly #workers = new Map<string, string>()
  #subscription: { close(): void } | undefined

  private constructor({
    database,
    kinds,
    pollSeconds = POLL_SECONDS,
    stopLimitMs = STOP_LIMIT_MS,
    duties,
    log,
  }: JobQueueOptions) {
    this.#database = database
    this.#kinds = kinds
    this.#pollSeconds = pollSeconds
    this.#stopLimitMs = stopLimitMs
    this.#log = log
    this.#boss = this.#open(duties === undefined ? {} : { supervise: false })
  }

  #open(options: { readonly supervise?: false }): PgBoss {
    const boss = new PgBoss({ ...bossOptions(this.#database), ...options })
    // Without a listener an error of its timers would end the process. Workers' errors are shown by health().
    boss.on('error', (error) => this.#log?.warn({ err: asError(error) }, 'the job queue failed'))
    return boss
  }

  /** Installs the queue's tables when they are missing, and starts to run jobs. */
  static async open(options: JobQueueOptions): Promise<JobQueue> {
    const queue = new JobQueue(options)
    await queue.#boss.start()
    for (const kind of options.kinds) await queue.#create(kind)
    if (options.duties === undefined) await queue.#start()
    else options.duties.then(() => queue.#takeDuties())
    return queue
  }

  /** pg-boss is told at its creation whether it supervises. */
  async #takeDuties(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const accepting = this.#boss
    this.#boss = this.#open({})
    try {
      await this.#boss.start()
      await this.#start()
      await accepting.stop({ close: false })
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#log?.error({ err: error }, 'the job queue could not begin its work')
    }
  }

  async #start(): Promise<void> {
    for (const kind of this.#kinds) await this.#work(kind)
    const wakeAll = () => {
      for (const name of this.#workers.keys()) this.#wake(name)
    }
    this.#subscription = this.#database.changes.subscribe(TOPIC, {
      onChange: (name) => this.#wake(name),
      onGap: wakeAll,
    })
  }

  /** Creates the kind's queue, and beside it the queue of jobs that were given up. */
  async #create(kind: JobKind): Promise<void> {
    const given = givenUp(kind)
    const kept = { deleteAfterSeconds: HOUR_SECONDS }
    await this.#boss.createQueue(given, { ...kept, retryLimit: 1_000, retryDelay: 10 })
    const options = {
      ...kept,
      retryLimit: kind.retries,
      retryDelay: 1,
      retryBackoff: true,
      retryDelayMax: 60,
      expireInSeconds: kind.limitSeconds,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      deadLetter: given,
    }
    await this.#boss.createQueue(kind.name, options)
  }

  async #work(kind: JobKind): Promise<void> {
    const polling = { pollingIntervalSeconds: this.#pollSeconds }
    const worker = await this.#boss.work<object>(kind.name, { ...polling, localConcurrency: kind.atOnce }, ([job]) =>
      job === undefined ? Promise.resolve() : this.#run(kind, job.data, job.signal),
    )
    this.#workers.set(kind.name, worker)
    await this.#boss.work<object>(givenUp(kind), polling, async ([job]) => {
      if (job !== undefined) await kind.giveUp(job.data)
    })
  }

  async #run(kind: JobKind, data: object, signal: AbortSignal): Promise<void> {
    try {
      await kind.run(data, AbortSignal.any([signal, this.#stopping.signal]))
    } catch (error) {
      if (!this.#stopping.signal.aborted) this.#log?.error({ err: error, job: kind.name }, 'a job failed')
      throw error
    }
  }

  #wake(name: string): void {
    const worker = this.#workers.get(name)
    if (worker !== undefined) this.#boss.notifyWorker(worker)
  }

  /** Adds a job in the transaction of `sql`: it exists when that commits. The same id twice is one job. */
  async enqueue(sql: Sql, name: string, id: string, data: object): Promise<void> {
    await this.#boss.send(name, data, { id, db: bossDatabase(sql) })
    await this.#database.changes.announce(sql, TOPIC, name)
  }

  /** A queue is DOWN while its worker cannot fetch jobs. */
  health(): JobQueueHealth {
    const workers = this.#boss.getWipData().filter(({ name }) => this.#workers.has(name))
    const queues = Object.fromEntries(
      workers.map(({ name, lastErrorOn, lastFetchedOn }) => [
        name,
        lastErrorOn !== null && lastErrorOn > (lastFetchedOn ?? 0) ? ('DOWN' as const) : ('UP' as const),
      ]),
    )
    return { status: Object.values(queues).includes('DOWN') ? 'DOWN' : 'UP', queues }
  }

  /** Aborts what runs; another node, or the next start, runs it again. Returns in time even if the database does not answer. */
  async close(): Promise<void> {
    this.#stopping.abort(new Error('the gateway is stopping'))
    this.#subscription?.close()
    const stopped = this.#boss.stop({ close: false, timeout: this.#stopLimitMs })
    await withTimeout(stopped, this.#stopLimitMs + STOP_GRACE_MS).catch((error: unknown) => {
      this.#log?.warn({ err: error }, 'the job queue did not stop in time')
    })
  }
}

function givenUp(kind: JobKind): string {
  return `${kind.name}-given-up`
}

/** pg-boss emits some errors as plain copies of their properties: a logger must get an Error. */
function asError(emitted: unknown): Error {
  if (emitted instanceof Error) return emitted
  const { message, ...rest } = (emitted ?? {}) as { message?: unknown }
  return Object.assign(new Error(typeof message === 'string' ? message : 'the job queue failed without a reason'), rest)
}

function bossOptions(database: Database) {
  return {
    db: bossDatabase(database),
    backend: database.engine === 'pglite' ? 'pglite' : 'postgres',
    schedule: false,
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    // Ours are small queues: no index of theirs needs rebuilding.
    reindex: false,
    monitorVacuum: false,
  } as const
}

/** What pg-boss needs of a database. Where it expects the driver's text for a bigint it gets text. */
function bossDatabase(sql: Database | Sql): Db {
  return {
    async executeSql(text, values) {
      const { rows } = 'connect' in sql ? await queryOnce(sql, text, values) : await sql.query(text, values)
      return { rows: rows.map(withoutBigInts) }
    },
  }
}

/** pg-boss sends whole transactions in one text. When one fails, the connection must not return to the pool inside of it. */
async function queryOnce(database: Database, text: string, values: unknown[] | undefined) {
  const session = await database.connect()
  try {
    return await session.query<Record<string, unknown>>(text, values)
  } catch (error) {
    await rollBack(session)
    throw error
  } finally {
    session.release()
  }
}

async function rollBack(session: Session): Promise<void> {
  if (!session.broken) await session.query('ROLLBACK').catch(() => {})
}

function withoutBigInts(row: unknown): object {
  return Object.fromEntries(
    Object.entries(row as object).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  )
}
