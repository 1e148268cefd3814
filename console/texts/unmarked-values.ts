// Literals that are a value of the API, and would be translated on their way to it: `termUnit: 'Months'` would be sent as
// `Meses`. The build fails for them.

import { contractValues } from './contract-values.ts'
import type { FoundText } from './find-texts.ts'

/** One line for each text that stands where a value may be meant; empty when there is none. */
export function unmarkedValues(file: string, source: string, texts: readonly FoundText[]): readonly string[] {
  return texts
    .filter(({ text, isMarked }) => !isMarked && contractValues().has(text))
    .map(({ text, start }) => {
      const line = source.slice(0, start).split('\n').length
      return `${file}:${line}: '${text}' is also a value of the API: write shownText('${text}') or apiValue('${text}')`
    })
}
