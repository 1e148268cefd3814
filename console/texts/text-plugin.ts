// Wraps every text of the console's sources in a lookup, so that it is shown in the language of the reader.

import type { Plugin } from 'vite'
import { type FoundText, findTexts } from './find-texts.ts'
import { hasTexts } from './text-files.ts'
import { unmarkedValues } from './unmarked-values.ts'

const LOOKUPS = `
import { $text } from '/src/texts/translate.ts'
import { $between } from '/src/texts/between-tags.ts'
`

export function textPlugin(): Plugin {
  return {
    name: 'texts-of-the-console',
    enforce: 'pre',
    transform(source, id) {
      const [file = ''] = id.split('?')
      if (!hasTexts(file)) return null
      const code = wrapTexts(file, source)
      return code === source ? null : { code: code + LOOKUPS, map: null }
    },
  }
}

/** Lines keep their numbers. Fails for a literal that may be a value of the API. */
export function wrapTexts(file: string, source: string): string {
  const texts = findTexts(file, source)
  const unmarked = unmarkedValues(file, source, texts)
  if (unmarked.length > 0) throw new Error(unmarked.join('\n'))
  return wrapped(source, texts, 0, source.length)
}

/** The source from `start` to `end`, with the texts in it wrapped; those inside of a value as well. */
function wrapped(source: string, texts: readonly FoundText[], start: number, end: number): string {
  let code = ''
  let at = start
  for (const text of texts) {
    if (text.start < at || text.end > end) continue
    code += source.slice(at, text.start) + lookup(source, texts, text)
    at = text.end
  }
  return code + source.slice(at, end)
}

function lookup(source: string, texts: readonly FoundText[], found: FoundText): string {
  const values = found.values.map(({ start, end }) => {
    const value = wrapped(source, texts, start, end)
    // Between tags, a value stands in braces, or is an element.
    return found.kind === 'children' && source[start] === '{' ? value.slice(1, -1) : value
  })
  const name = found.kind === 'children' ? '$between' : '$text'
  const code = `${name}(${[JSON.stringify(found.text), ...values].join(', ')}`
  const lost = linesOf(source.slice(found.start, found.end)) - linesOf(code)
  const call = `${code}${'\n'.repeat(Math.max(0, lost))})`
  return found.kind === 'string' ? call : `{${call}}`
}

function linesOf(text: string): number {
  return text.split('\n').length
}
