// Periodic work. Any part may contribute some; jobs/periodic.ts runs it.

export interface Sweep {
  readonly name: string
  /** Pause between the end of one run and the start of the next. */
  readonly everyMs: number
  /** Concerns what this process holds in memory: every worker runs it. Others run in one worker of several. */
  readonly isOwn?: true
  /** One that takes many steps begins no other once it is told to stop. */
  run(stopping?: AbortSignal): Promise<unknown>
}
