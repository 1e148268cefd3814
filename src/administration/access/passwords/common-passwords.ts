// Common passwords, which are rejected: the entries of @zxcvbn-ts/language-common 4.1.3 (MIT; its licence is at the top
// of the file) with eight or more characters, and among its ten thousand most frequent also the words of five to seven
// letters, which people extend with digits. All in lower case, one per line.

import { readFileSync } from 'node:fs'

const FILE = new URL('./common-passwords.txt', import.meta.url)

/** The length of the longest entry. */
export const LONGEST_COMMON = 20

let entries: ReadonlySet<string> | undefined

/** Takes the text in lower case. The list is loaded on first use: most processes never set a password. */
export function isCommonPassword(text: string): boolean {
  entries ??= readEntries()
  return entries.has(text)
}

function readEntries(): ReadonlySet<string> {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
