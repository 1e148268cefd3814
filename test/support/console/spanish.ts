// The console in Spanish: its texts, and what must never reach the gateway.

import { readFileSync } from 'node:fs'
import type { BrowserContextOptions, Page, Request } from 'playwright-core'
import type { Catalogue } from '../../../console/src/texts/catalogue.ts'

const FILE = new URL('../../../console/src/texts/es.json', import.meta.url)
const { texts, words } = JSON.parse(readFileSync(FILE, 'utf8')) as Catalogue

/** Settings of a browser whose reader wants Spanish. */
export const SPANISH: BrowserContextOptions = { locale: 'es-ES' }

/** The Spanish of a text of the console. */
export function es(english: string, ...values: readonly string[]): string {
  const text = texts[english] ?? words[english]
  if (text === undefined) throw new Error(`no Spanish for: ${english}`)
  return text.replaceAll(/\{(\d+)\}/g, (_, at) => values[Number(at)] ?? '')
}

const TRANSLATED = new Set(
  [...Object.entries(texts), ...Object.entries(words)]
    .filter(([english, text]) => english !== text)
    .map(([, text]) => text),
)

/** Collects words of the catalogue that a page sends to the gateway: values that were translated on their way. */
export function watchSentWords(page: Page, typed: ReadonlySet<string> = new Set()): readonly string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    for (const value of valuesSent(request)) {
      if (TRANSLATED.has(value) && !typed.has(value)) sent.push(`${request.method()} ${request.url()}: ${value}`)
    }
  })
  return sent
}

function* valuesSent(request: Request): Generator<string> {
  const { pathname, searchParams } = new URL(request.url())
  yield* pathname.split('/').map((part) => decodeURIComponent(part))
  for (const value of searchParams.values()) yield* value.split(/[,:]/)
  const body = request.postData()
  if (body?.startsWith('{') === true) yield* stringsIn(JSON.parse(body))
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const child of Object.values(value)) yield* stringsIn(child)
}
