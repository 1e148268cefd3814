// What a browser that knows nothing of the console has to load: few files, because each costs a round trip, and little of them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Request } from 'playwright-core'
import { ADMIN, NEW_PROFILE, withConsole } from '../support/console/console-browser.ts'
import { untilDrawn } from '../support/console/look-at-page.ts'

const MOST_REQUESTS = 25
const MOST_BYTES = 300_000
const MOST_REQUESTS_OF_NEXT_PAGE = 5

withConsole('the first load of the console', (console) => {
  test('signing in takes few requests and little to load', async () => {
    const { page, open } = await console.visit(undefined, NEW_PROFILE)
    const loaded = loadedBy(page)
    await open('/sign-in')
    await page.getByLabel('E-mail').waitFor()
    await untilDrawn(page)
    assertFew(loaded, MOST_REQUESTS)
    const bytes = await bytesOf(loaded)
    assert.ok(bytes <= MOST_BYTES, `${bytes} bytes`)
  })

  for (const { path, heading, next } of [
    { path: '/users', heading: 'Users', next: { path: '/roles', heading: 'Roles' } },
    { path: '/transactions', heading: 'Transactions', next: { path: '/exceptions', heading: 'Exceptions' } },
  ]) {
    test(`${path} takes few requests, and ${next.path} after it fewer`, async () => {
      const { page, open, go } = await console.visit(ADMIN, NEW_PROFILE)
      const loaded = loadedBy(page)
      await open(path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      await untilDrawn(page)
      assertFew(loaded, MOST_REQUESTS)

      loaded.length = 0
      await go(next.path)
      await page.getByRole('heading', { name: next.heading, exact: true }).waitFor()
      await untilDrawn(page)
      assertFew(loaded, MOST_REQUESTS_OF_NEXT_PAGE)
    })
  }
})

function loadedBy(page: Page): Request[] {
  const requests: Request[] = []
  page.on('requestfinished', (request) => void requests.push(request))
  return requests
}

function assertFew(requests: readonly Request[], most: number): void {
  assert.ok(requests.length > 0)
  assert.ok(requests.length <= most, requests.map((request) => request.url()).join('\n'))
}

async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()))
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
}
