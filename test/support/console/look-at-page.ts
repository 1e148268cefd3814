// Looks at a page as a person would: waits until it is drawn, checks it with axe, and takes a picture.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const SCREENSHOTS = join(import.meta.dirname, '..', '..', '..', 'console', 'screenshots')

const LOADING = '[aria-busy="true"], [role="status"][aria-label="Loading"], .mantine-Skeleton-root'

/** Nothing is being loaded any more, and at least a heading is there. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  // Not by a function in the page: repeating one there is eval, which the page's policy forbids.
  await page.locator(LOADING).first().waitFor({ state: 'detached' })
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[]
}

/** Fails for every finding of axe that is serious or critical. */
export function assertAccessible(page: Page): Promise<void> {
  return assertNothingSerious(page, '')
}

/** The same for contrast alone: all that a theme changes. */
export function assertLegible(page: Page): Promise<void> {
  return assertNothingSerious(page, `runOnly: ['color-contrast'],`)
}

async function assertNothingSerious(page: Page, options: string): Promise<void> {
  await page.evaluate(AXE)
  const violations = (await page.evaluate(
    `axe.run(document, { ${options} resultTypes: ['violations'] }).then((r) => r.violations)`,
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
