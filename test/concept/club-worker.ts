// A process that posts the mixed load of club-bank.ts, from a number on, until it is killed. Prints a line per answer once it
// has it: `<n> <outcome>`. Standard output is a pipe, which Node writes to synchronously, so an answer that was printed
// before the kill arrives.

import { openPglite, openPostgres } from '../../src/platform/storage/open-database.ts'
import { fundClubs, openClubBank, postNth } from './club-bank.ts'

const WORKERS = 24

const [location = '', from = '0'] = process.argv.slice(2)
const database = location.startsWith('postgres') ? openPostgres(location) : openPglite(location)
const bank = await openClubBank(database)
await fundClubs(bank)

let next = Number(from)
const work = async () => {
  for (;;) {
    const n = next++
    console.log(`${n} ${await postNth(bank, n)}`)
  }
}
await Promise.all(Array.from({ length: WORKERS }, work))
