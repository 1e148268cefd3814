// An example of a page: an address at which it shows something, for the tests that look at every page.

import type { Page } from 'playwright-core'
import type { OnboardingClient } from '../../../sdk/src/index.ts'
import type { Gateway } from '../gateways/gateway.ts'

export interface ExampleContext {
  readonly gateway: Gateway
  /** Signed in as the sandbox's administrator. */
  readonly admin: OnboardingClient
}

export interface PageExample {
  /** The row of the table of pages that it belongs to. */
  readonly path: string
  /** The address; may find or make a record first. By default the path itself. */
  at?(context: ExampleContext): Promise<string>
  /** Brings the page into the state to look at: opens a tab, fills a form. */
  prepare?(page: Page): Promise<void>
  /** Tells examples of one page apart. */
  readonly name?: string
}
