// The conformance suite of the Channel port: what family A relies on, asked of any implementation through the port alone.
// An adapter to another core passes these tests against a test instance of it before it is put to use.

import { after, before, describe } from 'node:test'
import { declinesConform } from './conformance/declines.ts'
import { Desk, type Fixture } from './conformance/desk.ts'
import { inquiriesConform } from './conformance/inquiries.ts'
import { postingsConform } from './conformance/postings.ts'
import { repeatsConform } from './conformance/repeats.ts'
import { reversalsConform } from './conformance/reversals.ts'

export interface OpenFixture extends Fixture {
  close(): Promise<void>
}

/** Declares the tests. `open` is called once, before the first of them. */
export function coreConformance(title: string, open: () => Promise<OpenFixture>): void {
  describe(title, () => {
    let opened: { readonly fixture: OpenFixture; readonly desk: Desk }

    before(async () => {
      const fixture = await open()
      opened = { fixture, desk: new Desk(fixture) }
    })

    after(() => opened.fixture.close())

    // The tests are declared before the core is open, so they ask for the desk when they run.
    const atDesk = () => opened.desk
    describe('approvals', () => postingsConform(atDesk))
    describe('declines', () => declinesConform(atDesk))
    describe('repeated orders', () => repeatsConform(atDesk))
    describe('reversals', () => reversalsConform(atDesk))
    describe('lookups and inquiries', () => inquiriesConform(atDesk))
  })
}
