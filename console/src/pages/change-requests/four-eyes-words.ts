// Entries of `four-eyes` lists in words.

import { formatWord } from '../../kit/show/format.ts'
import { word } from '../../texts/translate.ts'
import { ACTIONS } from '../roles/module-rows.ts'

/** `ACCOUNTS:UPDATE:overdraft` as its module and what of it waits: `Accounts`, `Update: overdraft`. */
export function entryInWords(entry: string): readonly [module: string, change: string] {
  const [module = '', action = '', part] = entry.split(':')
  const name = ACTIONS.find(([id]) => id === action)?.[1] ?? formatWord(action)
  return [formatWord(module), part === undefined ? name : `${name}: ${partInWords(part)}`]
}

/** A resolution (`WRITE_OFF`), a move (`reset-mfa`) or a field (`mailID`). */
function partInWords(part: string): string {
  const words = part
    .replaceAll(/[_-]/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return word(words.charAt(0).toUpperCase() + words.slice(1)).toLowerCase()
}
