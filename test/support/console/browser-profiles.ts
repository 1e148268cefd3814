// Browser profiles that visits use one after the other. A new profile compiles the whole console, which takes two seconds
// of processor time; one that has shown it before takes a third of a second.

import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { KEEP_NOTIFICATIONS } from './notifications.ts'

export const DESKTOP = { width: 1280, height: 860 }

const USUAL: BrowserContextOptions = { viewport: DESKTOP, reducedMotion: 'reduce', locale: 'en-GB' }

export class BrowserProfiles {
  readonly #browser: Browser
  readonly #free: BrowserContext[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** A profile without cookies or stored values. */
  async take(): Promise<BrowserContext> {
    return this.#free.pop() ?? (await this.takeOwn({}))
  }

  /** One that is not given back but closed, because it is different or will be. */
  async takeOwn(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await this.#browser.newContext({ ...USUAL, ...options })
    await context.addInitScript(KEEP_NOTIFICATIONS)
    return context
  }

  /** Forgets all that a visit has left, except for the files of the console. */
  async giveBack(context: BrowserContext, origin: string): Promise<void> {
    const [page, ...others] = context.pages()
    await Promise.all(others.map((other) => other.close()))
    if (page !== undefined) {
      // Leaves the console first, so that it writes nothing after this.
      await page.goto('about:blank')
      const session = await context.newCDPSession(page)
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage,indexeddb' })
      await page.close()
    }
    await context.clearCookies()
    context.removeAllListeners('page')
    this.#free.push(context)
  }
}
