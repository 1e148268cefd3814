// Looks at a page as a person would: waits until it is drawn, checks it with axe, and takes a picture.

import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { provesMore } from '../runner/extent.ts'
import { until } from '../until.ts'
import { HARD_TO_READ } from './contrast.ts'
import { pendingRequests } from './pending-requests.ts'

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const SCREENSHOTS = join(import.meta.dirname, '..', '..', '..', 'console', 'screenshots')

const LOADING = '[aria-busy="true"], [role="status"][aria-label="Loading"], .mantine-Skeleton-root'

/** An expression, because the browser's names are not known to these types. The second frame comes after the first is drawn. */
const LOADING_IN_NEXT_FRAME = `new Promise((resolve) => {
  const loading = () => document.querySelector('${LOADING}')?.outerHTML.slice(0, 400) ?? null
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(loading())))
})`
const CALM_FRAMES = 3

/** The page has a heading, nothing is being loaded, and nothing begins to be after a few more frames. */
export async function untilDrawn(page: Page): Promise<void> {
  const requests = pendingRequests(page)
  await page.locator('h1').first().waitFor()
  let calmFrames = 0
  let loading: string | null = null
  await until(
    async () => {
      loading = await page.evaluate<string | null>(LOADING_IN_NEXT_FRAME)
      calmFrames = loading !== null || requests.size > 0 ? 0 : calmFrames + 1
      return calmFrames === CALM_FRAMES
    },
    () =>
      `the page is drawn: ${loading ?? 'nothing'} is loading, ${[...requests].map((one) => one.url()).join()} is asked for`,
  )
}

interface Violation {
  readonly id: string
  readonly impact: string
  readonly help: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly html: string }[]
}

const OPTIONS = JSON.stringify({
  resultTypes: ['violations'],
  // Without loading style sheets and media again, which only rules about video, audio and rotated screens look at.
  preload: false,
  // Axe's own rule of contrast takes longer than all others together.
  rules: { 'color-contrast': { enabled: provesMore } },
})

/** Fails for every finding of axe that is serious or critical, and for texts that are hard to read. */
export async function assertAccessible(page: Page): Promise<void> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(AXE)
  const violations = (await page.evaluate(`axe.run(document, ${OPTIONS}).then((r) => r.violations)`)) as Violation[]
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  assert.deepEqual(
    serious.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html.slice(0, 160)}`).join(' | ')}`,
    ),
    [],
  )
  await assertLegible(page)
}

/** Contrast alone: all that a theme changes. */
export async function assertLegible(page: Page): Promise<void> {
  assert.deepEqual(await page.evaluate(HARD_TO_READ), [])
}

/**
 * The page does not scroll sideways, and neither does a list: its last column is in sight, and so are its titles. The halves of the
 * page's head do not overlap. A chart is measured after the window, so the page may be too wide for some frames when the window became narrower.
 */
export async function assertFits(page: Page): Promise<void> {
  for (let frames = MOST_FRAMES_TO_FIT; ; frames--) {
    const cut = (await page.evaluate(CUT_IN_NEXT_FRAME)) as string[]
    if (cut.length === 0) return
    assert.ok(frames > 0, cut.join())
  }
}

const MOST_FRAMES_TO_FIT = 120
const CUT_IN_NEXT_FRAME = `new Promise((resolve) => {
  const cut = () => {
    const lists = [...document.querySelectorAll('table.list')].map((table) => table.closest('.mantine-ScrollArea-viewport') ?? table.parentElement)
    const wide = [document.documentElement, ...lists]
      .filter((box) => box.scrollWidth > box.clientWidth)
      .map((box) => box.tagName + ': ' + box.scrollWidth + ' px in ' + box.clientWidth)
    // On a telephone the title of a cell stands in the cell, left of what it holds.
    const untitled = [...document.querySelectorAll('table.list tbody td[data-title]')]
      .filter((cell) => {
        const title = getComputedStyle(cell, '::before')
        return title.content !== 'none' && parseFloat(getComputedStyle(cell).paddingLeft) < parseFloat(title.width)
      })
      .map((cell) => 'no room for the title ' + cell.dataset.title)
    const [left, right] = document.querySelector('.mantine-AppShell-header')?.firstElementChild?.children ?? []
    const crowded = right && left.getBoundingClientRect().right > right.getBoundingClientRect().left ? ['the head is too narrow'] : []
    return [...wide, ...untitled, ...crowded]
  }
  requestAnimationFrame(() => resolve(cut()))
})`

/** Pictures take as long as everything else, so they are taken only when asked for. */
export const TAKES_PICTURES = process.env.PICTURES !== undefined

/** Named after what it shows. */
export async function takePicture(page: Page, title: string): Promise<void> {
  const name = title.replaceAll(/[^\w]+/g, '-').replaceAll(/^-|-$/g, '')
  mkdirSync(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true, animations: 'disabled' })
}
