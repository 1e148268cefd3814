// What a start is given before any part is made.

import type { Logger } from 'pino'
import type { BuildFacts } from '../../families/operations/actuator/actuator-info.ts'
import type { WorkerThreads } from '../../families/operations/actuator/threads/thread-stacks.ts'
import type { startSweeps } from '../../platform/jobs/periodic.ts'
import type { Database } from '../../platform/storage/database.ts'
import type { Config } from '../config/config.ts'
import type { PrimaryLink } from '../workers/primary-link.ts'
import type { AbandonedStart } from './stopping/abandoned-start.ts'
import type { Wiring } from './wiring.ts'

export interface StartedWith {
  readonly config: Config
  readonly database: Database
  readonly logger: Logger
  readonly wiring: Wiring
  readonly threads: WorkerThreads
  readonly facts: BuildFacts
  readonly runSweeps: typeof startSweeps
  /** Of a worker. */
  readonly link: PrimaryLink | undefined
  readonly abandoned: AbandonedStart
}
