// The reference page in a real browser that is cut off from everything but this machine.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type Browser, chromium } from 'playwright-core'
import { referenceFamily } from '../../src/families/reference/family.ts'
import { createLogger } from '../../src/http/log.ts'
import { createServer } from '../../src/http/server/server.ts'
import { systemClock } from '../../src/kernel/clock.ts'

const executablePath = process.env.CHROMIUM_PATH
const skip = executablePath === undefined ? 'CHROMIUM_PATH is not set' : false
const contract = join(import.meta.dirname, '..', '..', 'contract', 'accounts.json')

let server: FastifyInstance | undefined
let browser: Browser | undefined

async function openBrowser(): Promise<{ browser: Browser; address: string }> {
  const document: unknown = JSON.parse(readFileSync(contract, 'utf8'))
  server = createServer({
    families: [referenceFamily([{ name: 'accounts', title: 'Account services', document }])],
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  const address = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  // Chromium refuses its own sandbox to root, which is who runs tests in a container.
  browser = await chromium.launch({ executablePath: executablePath as string, args: ['--no-sandbox'] })
  return { browser, address }
}

after(async () => {
  await browser?.close()
  await server?.close()
})

test('the reference shows the operations, asks nobody else for anything and reports no error', { skip }, async () => {
  const { browser, address } = await openBrowser()
  const page = await browser.newPage()
  const elsewhere: string[] = []
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route('**/*', (route) => {
    const { protocol, origin } = new URL(route.request().url())
    if (origin === address || protocol === 'data:' || protocol === 'blob:') return route.continue()
    elsewhere.push(route.request().url())
    return route.abort()
  })

  await page.goto(`${address}/`)
  assert.equal(page.url(), `${address}/docs`)
  await page.getByRole('heading', { name: 'Account services' }).first().waitFor()
  await page.getByRole('link', { name: 'Cash withdrawal' }).first().click()
  await page.getByText('/transactions/debits').first().waitFor()
  await page.waitForLoadState('networkidle')

  assert.deepEqual(elsewhere, [])
  assert.deepEqual(errors, [])
})
