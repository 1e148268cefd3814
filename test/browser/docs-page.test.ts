// The reference page in a real browser without access to other machines.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type Browser, chromium } from 'playwright-core'
import { createLogger } from '../../src/edge/http/log.ts'
import { createServer } from '../../src/edge/http/server/server.ts'
import { referenceFamily } from '../../src/families/reference/family.ts'
import { systemClock } from '../../src/platform/kernel/time/clock.ts'
import { until } from '../support/until.ts'

const executablePath = process.env.CHROMIUM_PATH
/** How long the browser or a page may take on a busy machine. */
const PATIENCE_MS = 120_000
const skip = executablePath === undefined ? 'CHROMIUM_PATH is not set' : false
const DOCUMENTS = { accounts: 'Account services', onboarding: 'Onboarding and administration' }

let server: FastifyInstance | undefined
let browser: Browser | undefined

async function openBrowser(): Promise<{ browser: Browser; address: string }> {
  if (browser !== undefined && server !== undefined) return { browser, address: addressOf(server) }
  const documents = Object.entries(DOCUMENTS).map(([name, title]) => {
    const text = readFileSync(join(import.meta.dirname, '..', '..', 'contract', `${name}.json`), 'utf8')
    return { name, title, document: () => JSON.parse(text) as unknown }
  })
  server = createServer({
    families: [referenceFamily(documents)],
    clock: systemClock,
    logger: createLogger({ level: 'silent' }),
  })
  await server.listen({ host: '127.0.0.1', port: 0 })
  // Chromium's own sandbox does not work as root, the usual user in a container.
  browser = await chromium.launch({
    executablePath: executablePath as string,
    args: ['--no-sandbox'],
    timeout: PATIENCE_MS,
  })
  return { browser, address: addressOf(server) }
}

function addressOf(server: FastifyInstance): string {
  return `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`
}

after(async () => {
  await browser?.close()
  await server?.close()
})

test('the reference shows the operations, loads nothing from elsewhere and reports no error', { skip }, async () => {
  const { browser, address } = await openBrowser()
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
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

  await page.goto(`${address}/docs/`)
  assert.equal(page.url().replace(/#.*/, ''), `${address}/docs`)
  await page.getByRole('heading', { name: 'Account services' }).first().waitFor()
  await page.getByRole('link', { name: 'Cash withdrawal' }).first().click()
  await page.getByText('/transactions/debits').first().waitFor()
  await page.waitForLoadState('networkidle')

  assert.deepEqual(elsewhere, [])
  assert.deepEqual(errors, [])
})

// Runs in the page: finds words in tables that are broken across lines, and tables that are cut off. Letters and digits
// only, because a line may end after a hyphen or a slash; codes, in the first column, must not break at all.
const BROKEN_WORDS = `(() => {
  const broken = []
  for (const table of document.querySelectorAll('.markdown table')) {
    if (table.scrollWidth > table.clientWidth) broken.push('cut off: ' + table.textContent.slice(0, 40))
    for (const cell of table.querySelectorAll('th, td')) {
      const words = cell.cellIndex === 0 ? /\\S+/g : /[\\p{L}\\p{N}]+/gu
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        for (const { 0: word, index } of text.data.matchAll(words)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word)
        }
      }
    }
  }
  return broken
})()`

for (const [name, title] of Object.entries(DOCUMENTS)) {
  test(`the tables of ${title} break no word and are not cut off`, { skip }, async () => {
    const { browser, address } = await openBrowser()
    const page = await browser.newPage({ viewport: { width: 1400, height: 900 } })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(`${address}/docs`)
    if (name !== 'accounts') {
      await page.getByRole('button', { name: DOCUMENTS.accounts }).first().click()
      await page.getByText(title, { exact: true }).first().click()
    }
    await page.getByRole('heading', { name: title }).first().waitFor()
    await page.locator('.markdown table td').first().waitFor()
    await until(async () => (await page.locator('.markdown table tr').count()) > 20, 'the tables are drawn')
    await page.evaluate('document.fonts.ready.then(() => {})')
    assert.deepEqual(await page.evaluate(BROKEN_WORDS), [])
    await page.close()
  })
}
