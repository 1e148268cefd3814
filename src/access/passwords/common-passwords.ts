// The passwords that many people use, to be refused: those of @zxcvbn-ts/language-common 4.1.3 (MIT; the licence stands
// at the head of the file) that have eight or more characters, and of its ten thousand most frequent also the words of
// five to seven letters, which people lengthen with digits. All in lower case, one a line.

import { readFileSync } from 'node:fs'

const FILE = new URL('./common-passwords.txt', import.meta.url)

/** No entry has more characters than this. */
export const LONGEST_COMMON = 20

let entries: ReadonlySet<string> | undefined

/** Takes the text in lower case. The list is read when it is first needed: most processes never set a password. */
export function isCommonPassword(text: string): boolean {
  entries ??= readEntries()
  return entries.has(text)
}

function readEntries(): ReadonlySet<string> {
  const lines = readFileSync(FILE, 'utf8').split('\n')
  return new Set(lines.filter((line) => line !== '' && !line.startsWith('#')))
}
