// The catalogue of error codes in the console.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADMIN, withConsole } from '../support/console/console-browser.ts'

withConsole('the catalogue of error codes', (console) => {
  test('is searched, and its filters stand in the address', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/error-codes')
    // Typed with a pause: what comes after it is neither lost nor joined to what came before.
    await page.getByLabel('Search').pressSequentially('insufficient ')
    await page.waitForURL(/\?search=insufficient$/)
    await page.getByLabel('Search').pressSequentially('funds')
    await page.getByRole('link', { name: 'A-110' }).waitFor()
    await page.waitForURL(/\?search=insufficient\+funds$/)
    await page.getByRole('link', { name: 'A-110' }).click()
    await page.getByRole('heading', { name: 'A-110' }).waitFor()
    await page.goBack()
    assert.equal(await page.getByLabel('Search').inputValue(), 'insufficient funds')
  })
})
