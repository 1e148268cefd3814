// A node that hangs in the middle of its end of day, for a test to kill: database URL, the time, and the lease in ms.

import { openPostgres } from '../../platform/storage/open-database.ts'
import { EndOfDay } from './end-of-day.ts'

const [url = '', now = '', leaseMs = ''] = process.argv.slice(2)
const endOfDay = new EndOfDay({
  database: openPostgres(url),
  clock: { now: () => Number(now) },
  leaseMs: Number(leaseMs),
  steps: [
    {
      name: 'HANGS',
      async run(_institutionId, date) {
        if (date === '20260310') return
        process.send?.('in the middle')
        await new Promise(() => {})
      },
    },
  ],
})
await endOfDay.closePassedDays()
