// Two nodes that make offers, for tests.

import { after, before, beforeEach } from 'node:test'
import type { EngineName, TestDatabase } from '../../../../test/support/machine/database.ts'
import { newId } from '../../../platform/kernel/identifiers/ids.ts'
import type { Database } from '../../../platform/storage/database.ts'
import { openPostgres } from '../../../platform/storage/open-database.ts'
import {
  clearOrigination,
  insertInstitutions,
  type Origination,
  originationOn,
  PARTNER,
} from '../origination.fixture.ts'
import { convertOffer } from './offers.ts'

export function openOffers(engine: EngineName, open: () => Promise<TestDatabase>) {
  let database: Database
  let second: Database
  let here: Origination
  /** Another node; on PGlite, which has one, the same. */
  let there: Origination

  before(async () => {
    const opened = await open()
    database = opened.database
    second = engine === 'postgres' && 'url' in opened.location ? openPostgres(opened.location.url) : database
    await second.learnLayout()
    await insertInstitutions(database)
  })
  after(async () => {
    if (second !== database) await second.close()
  })
  beforeEach(async () => {
    await clearOrigination(database)
    here = originationOn(database)
    there = originationOn(second, here.clock)
  })

  const statesOf = async (offerIds: readonly string[]) =>
    Promise.all(offerIds.map(async (id) => (await here.offers.find(PARTNER, id)).status))
  /** As the transaction that opens a loan does. */
  const convert = (node: Database, offerId: string) =>
    node.transaction(async (sql) => {
      const loanId = newId(here.clock.now())
      await convertOffer({ sql, nowMs: here.clock.now(), caller: PARTNER }, offerId, loanId)
      return loanId
    })

  return {
    get database() {
      return database
    },
    get second() {
      return second
    },
    get here() {
      return here
    },
    get there() {
      return there
    },
    statesOf,
    convert,
  }
}
