// Decision tables in the console.

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { ADMIN, VIEWER, withConsole } from '../support/console/console-browser.ts'

interface RuleFile {
  readonly nodes: readonly { readonly content?: { readonly rules: readonly Record<string, string>[] } }[]
}

function rowsOf(name: string): readonly Record<string, string>[] {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'rules.d', `${name}.json`), 'utf8')
  return (JSON.parse(text) as RuleFile).nodes.flatMap(({ content }) => content?.rules ?? [])
}

withConsole('rules in the console', (console) => {
  test('a table is drawn with the rows of its file, in their order', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/rules')
    await page.getByRole('link', { name: 'Lending decision' }).click()
    await page.getByRole('table', { name: 'Decision table Lending decision' }).waitFor()
    const rows = rowsOf('lending-decision')
    assert.equal(rows.length, 15)
    const notes = await page.locator('tbody tr td:nth-child(2)').allInnerTexts()
    assert.deepEqual(
      notes,
      rows.map(({ _description }) => _description),
    )
    // The last rows ask for late payments only; their other cells say so.
    const cells = await page.locator('tbody tr').nth(14).locator('td').allInnerTexts()
    const conditions = ['any', 'any', 'any', 'any', 'any', 'any', 'from 1 to below 3']
    assert.deepEqual(cells.slice(2), [...conditions, 'C', 'REFER', 'DELINQUENCY'])
    await page.getByText('Every row that matches counts').waitFor()
  })

  test('trying it out marks the row that decides, and only that', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/rules/limits')
    await page.getByRole('button', { name: 'A transfer at a point of sale' }).click()
    await page.getByText('At most 5,000.00 USD in one transaction').waitFor()
    assert.deepEqual(await matchedRows(page), [2])
    await page.getByText('Row 2 of Limits matches: Other debits at a point of sale').waitFor()

    // What is changed is no longer answered; evaluated again, it hits another row.
    await page.getByLabel('Type of order').first().fill('CASHWITHDRAWAL')
    await page.getByText('At most 5,000.00 USD').waitFor({ state: 'detached' })
    assert.deepEqual(await matchedRows(page), [])
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await page.getByText('At most 15 withdrawals a day').waitFor()
    assert.deepEqual(await matchedRows(page), [1])

    await page.getByRole('button', { name: 'A withdrawal at an ATM' }).click()
    await page.getByText('These rules have no objection to the order').waitFor()
    assert.deepEqual(await matchedRows(page), [])
  })

  test('of a loan application every row that fits is marked, and the strictest counts', async () => {
    const { page, open } = await console.visit(ADMIN)
    await open('/rules/lending-decision')
    await page.getByRole('button', { name: 'A fair score and much debt' }).click()
    await page.getByText('Refer to a person').waitFor()
    assert.deepEqual(await matchedRows(page), [3, 8])
    await page.getByLabel('Fraud alert').first().click()
    await page.getByRole('option', { name: 'Yes' }).click()
    await page.getByRole('button', { name: 'Evaluate' }).click()
    await page.getByText('Risk grade E').waitFor()
    assert.deepEqual(await matchedRows(page), [3, 8, 12])
  })

  test('who may only look sees the table without the form', async () => {
    const { page, open } = await console.visit(VIEWER)
    await open('/rules/fraud')
    await page.getByRole('table', { name: 'Decision table Fraud' }).waitFor()
    assert.equal(await page.getByRole('button', { name: 'Evaluate' }).count(), 0)
  })
})

async function matchedRows(page: Page): Promise<number[]> {
  const numbers = await page.locator('tbody tr[data-matched] td:first-child').allInnerTexts()
  return numbers.map((text) => Number.parseInt(text, 10))
}
