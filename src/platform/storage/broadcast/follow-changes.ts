// Keeps in memory what every node needs at once and any node may change: read when it is opened, and again when a change is announced.

import type { Database } from '../database.ts'
import { coalesce } from './coalesce.ts'

export interface Following {
  /** Reads it again, at the latest after every change that was committed before the call. */
  refresh(): Promise<void>
  /** Stops following changes; what was read last stays. */
  close(): void
}

interface Followed {
  readonly topic: string
  read(): Promise<void>
  /** Whether an announced change is one of what is followed. All are, unless this says otherwise. */
  concerns?(payload: string): boolean
  /** A read that was to follow a change has failed; it is repeated. */
  onFailure?(error: unknown): void
}

/** Throws when it cannot be read at first. Later what was read last stays in use until it can be read again. */
export async function followChanges({ changes }: Pick<Database, 'changes'>, followed: Followed): Promise<Following> {
  const refresh = coalesce(() => followed.read())
  const subscription = changes.subscribe(followed.topic, {
    onChange: (payload) => (followed.concerns?.(payload) === false ? undefined : refresh()),
    onGap: refresh,
    poll: refresh,
    ...(followed.onFailure && { onFailure: followed.onFailure }),
  })
  try {
    await refresh()
  } catch (error) {
    subscription.close()
    throw error
  }
  return { refresh, close: () => subscription.close() }
}
