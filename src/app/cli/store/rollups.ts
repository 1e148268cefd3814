// tillgate rollups rebuild: counts days from their transactions, newest first. Each day is one transaction, and the gateway
// goes on counting new transactions in between.

import { type DaysToRebuild, Rollups } from '../../../oversight/transactions/rollups/rollups.ts'
import { isCalendarDate } from '../../../platform/kernel/time/clock.ts'
import { migrateStore, withStore } from '../open-store.ts'
import { startProgress } from '../prompts/progress.ts'
import type { Shell } from '../shell.ts'

export interface RebuildOptions {
  readonly institution?: string
  readonly from?: string
  readonly to?: string
}

export async function rebuildRollups({ institution, from, to }: RebuildOptions, shell: Shell): Promise<void> {
  const filter: DaysToRebuild = {
    institutionId: institution,
    from: from && dateOf('--from', from),
    to: to && dateOf('--to', to),
  }
  await withStore(async (store) => {
    const { database } = store
    await migrateStore(store)
    const rollups = new Rollups(database)
    // Also when no day is rebuilt: what is pending is counted.
    await rollups.catchUp()
    const days = await rollups.daysWithTransactions(filter)
    const progress = startProgress({ label: 'days', total: days.length })
    try {
      for (const [n, day] of days.entries()) {
        await rollups.rebuildDay(day)
        progress.update(n + 1, `${day.institutionId} ${day.date}`)
      }
    } finally {
      progress.stop()
    }
    shell.print(`rebuilt ${days.length} days`)
  }, shell.env)
}

function dateOf(option: string, text: string): string {
  const date = text.replaceAll('-', '')
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || !isCalendarDate(date)) throw new Error(`${option} takes a date YYYY-MM-DD`)
  return date
}
