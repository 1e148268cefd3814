// Looks at a page as a person would: waits until it is drawn, checks it with axe, and takes a picture.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { until } from '../until.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const SCREENSHOTS = join(import.meta.dirname, '..', '..', '..', 'console', 'screenshots')

const LOADING = '[aria-busy="true"], [role="status"][aria-label="Loading"], .mantine-Skeleton-root'

/** Nothing is being loaded any more, and at least a heading is there. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  // Not by a script in the page: its content security policy forbids evaluating one again and again.
  await until(async () => (await page.locator(LOADING).count()) === 0, 'a page without loading parts')
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[]
}

/** Fails for every finding of axe that is serious or critical. */
export async function assertAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE)
  const violations = (await page.evaluate(
    `axe.run(document, { resultTypes: ['violations'] }).then((r) => r.violations)`,
  )) as Violation[]
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`).join(' | ')}`,
    ),
    [],
  )
}

export async function takePicture(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true, animations: 'disabled' })
}
