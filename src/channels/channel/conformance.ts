// The conformance suite of the Channel port: what family A relies on, tested through the port alone. An adapter to another
// core must pass it against a test instance of that core before it is used.

import { after, before, describe } from 'node:test'
import { ChannelClient, type Fixture } from './conformance/channel-client.ts'
import { declinesConform } from './conformance/declines.ts'
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
    let opened: { readonly fixture: OpenFixture; readonly desk: ChannelClient }

    before(async () => {
      const fixture = await open()
      opened = { fixture, desk: new ChannelClient(fixture) }
    })

    after(() => opened.fixture.close())

    // The tests are declared before the core is open, so they get the desk when they run.
    const atDesk = () => opened.desk
    describe('approvals', () => postingsConform(atDesk))
    describe('declines', () => declinesConform(atDesk))
    describe('repeated orders', () => repeatsConform(atDesk))
    describe('reversals', () => reversalsConform(atDesk))
    describe('lookups and inquiries', () => inquiriesConform(atDesk))
  })
}
