// The gateway and the browser of the console's tests. Starting them takes longer than most tests, so files that run in
// one process share them, unless a suite needs settings of its own.

import { after } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { EITHER_ENGINE, gatewayOn, type RunningGateway } from '../gateways/running-gateway.ts'
import { freePort } from '../machine/free-port.ts'
import { BrowserProfiles } from './browser-profiles.ts'

export interface Stage {
  readonly running: RunningGateway
  /** Only when it is open. */
  readonly profiles: BrowserProfiles
  open(): Promise<void>
  /** Ends both, unless others use them. */
  leave(): Promise<void>
}

/** Settings of the gateway, given where it will listen. */
export type GatewayEnvironment = (url: string) => Promise<Readonly<Record<string, string>>>

const executablePath = process.env.CHROMIUM_PATH
export const HAS_BROWSER = executablePath !== undefined

/** Chromium's own sandbox does not work as root, the usual user in a container; the rest keeps it from calling home. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Every window would draw the suggestions of an address bar that is not there, for 1.8 s of processor time. The last list
  // counts, so it repeats what Playwright switches off and matters here.
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,HttpsUpgrades,PaintHolding,OptimizationHints,MediaRouter',
]

/** How long a browser may take to start on a busy machine. */
const LAUNCH_PATIENCE_MS = 120_000

let shared: Stage | undefined

/**
 * Called by the entry file of a group, outside of any suite.
 * @public The entry file is written by test-groups.ts.
 */
export function shareConsole(): void {
  const stage = createStage()
  let opening: Promise<void> | undefined
  shared = {
    running: stage.running,
    get profiles() {
      return stage.profiles
    },
    open() {
      opening ??= stage.open()
      return opening
    },
    leave: async () => {},
  }
  after(async () => {
    if (opening !== undefined) await stage.leave()
  })
}

export function stageFor(environment: GatewayEnvironment | undefined): Stage {
  return environment === undefined && shared !== undefined ? shared : createStage(environment)
}

function createStage(environment: GatewayEnvironment = async () => ({})): Stage {
  const env: Record<string, string> = {}
  const gateway = gatewayOn(EITHER_ENGINE, env)
  let browser: Browser | undefined
  let profiles: BrowserProfiles | undefined
  return {
    running: gateway.running,
    get profiles() {
      if (profiles === undefined) throw new Error('the browser has not been started')
      return profiles
    },
    async open() {
      // It keeps its port when it is restarted, as a real one does.
      env.PORT = String(await freePort())
      Object.assign(env, await environment(`http://127.0.0.1:${env.PORT}`))
      await gateway.open()
      browser = await chromium.launch({
        args: FLAGS,
        timeout: LAUNCH_PATIENCE_MS,
        ...(executablePath !== undefined && { executablePath }),
      })
      profiles = new BrowserProfiles(browser)
    },
    async leave() {
      await browser?.close()
      await gateway.close()
    },
  }
}
