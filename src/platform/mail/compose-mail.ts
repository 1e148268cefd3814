// Builds a mail from its paragraphs, as text and as HTML with the same content.

import { isoTimestamp } from '../kernel/time/clock.ts'
import type { Mail } from './outbox.ts'

type Paragraph =
  | { readonly text: string }
  | { readonly link: string; readonly label: string }
  | { readonly code: string }

export function compose(head: Pick<Mail, 'to' | 'subject' | 'expiresAtMs'>, paragraphs: readonly Paragraph[]): Mail {
  return {
    ...head,
    text: `${paragraphs.map(plainOf).join('\n\n')}\n`,
    html:
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tillgate</title></head>' +
      '<body style="font-family:sans-serif;line-height:1.5;color:#1a1a1a">' +
      `${paragraphs.map((paragraph) => `<p>${htmlOf(paragraph)}</p>`).join('')}</body></html>`,
  }
}

function plainOf(paragraph: Paragraph): string {
  if ('text' in paragraph) return paragraph.text
  return 'link' in paragraph ? paragraph.link : paragraph.code
}

function htmlOf(paragraph: Paragraph): string {
  if ('text' in paragraph) return escaped(paragraph.text)
  if ('code' in paragraph) {
    return `<strong style="font-size:1.5em;letter-spacing:.2em">${escaped(paragraph.code)}</strong>`
  }
  const link = escaped(paragraph.link)
  // The URL is also shown as text: some mail programs show no links, and some people do not trust them.
  return `<a href="${link}" rel="noreferrer">${escaped(paragraph.label)}</a><br><small style="word-break:break-all">${link}</small>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A name on a single line that cannot change the text direction. */
export function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim()
}

/** `2026-03-10 12:00 UTC` */
export function readable(epochMs: number): string {
  return `${isoTimestamp(epochMs).slice(0, 16).replace('T', ' ')} UTC`
}
