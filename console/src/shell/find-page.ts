// Finds pages by what is typed: every word has to occur in the title or the group.

import type { ConsolePage } from '../pages/console-page.ts'
import { nearestPage } from './permitted-pages.ts'

export interface FoundPage {
  readonly page: ConsolePage
  /** Group of its menu entry, or of the entry that leads to it. */
  readonly group: string | undefined
}

/** Titles that begin with the text come first. Pages about one record have no address without it, so they are not found. */
export function findPages(pages: readonly ConsolePage[], text: string): readonly FoundPage[] {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const entries = pages.filter(({ menu }) => menu !== undefined)
  return pages
    .filter(({ path }) => !path.includes('$'))
    .map((page) => ({ page, group: (page.menu ?? nearestPage(entries, page.path)?.menu)?.group }))
    .filter(({ page, group = '' }) => words.every((word) => `${page.title} ${group}`.toLowerCase().includes(word)))
    .map((found) => ({ found, rank: rankOf(found.page.title.toLowerCase(), words) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ found }) => found)
}

function rankOf(title: string, words: readonly string[]): number {
  if (title.startsWith(words.join(' '))) return 0
  return words.every((word) => title.includes(word)) ? 1 : 2
}

function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}
