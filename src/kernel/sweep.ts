// Periodic work. Any part may contribute some; jobs/periodic.ts runs it.

export interface Sweep {
  readonly name: string
  /** Pause between the end of one run and the start of the next. */
  readonly everyMs: number
  run(): Promise<unknown>
}
