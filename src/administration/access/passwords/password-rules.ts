// Password rules: 12 to 128 characters, and not easy to guess. Length counts code points, not bytes; no kinds of
// characters are required.

import { isCommonPassword, LONGEST_COMMON } from './common-passwords.ts'

const MIN_LENGTH = 12
const MAX_LENGTH = 128
const LONGEST_REPEATED_BLOCK = 8
const SHORTEST_RUN = 3

/** Sequences of letters, digits and keyboard neighbours, by rows and by columns. */
const SEQUENCES = [
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
  '01234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
].flatMap((sequence) => [sequence, [...sequence].reverse().join('')])

/** The letters that digits and signs stand for. A 1 is read both ways. */
const LEET: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '+': 't',
  '!': 'i',
  '|': 'l',
}

/** What is wrong with a password, for the user who chose it; undefined when it is acceptable. */
export function checkPasswordRules(password: string): string | undefined {
  const { length } = [...password]
  if (length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`
  if (length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`
  const text = password.normalize('NFKC').toLowerCase()
  if (isRepeatedBlock(text)) return 'must not repeat a few characters'
  if (isMadeOfRuns(text)) return 'must not be a run of neighbouring letters, digits or keys'
  if (isCommonInDisguise(text)) return 'must not be a commonly used password, also not with digits or signs around it'
  return undefined
}

function isRepeatedBlock(text: string): boolean {
  const longest = Math.min(LONGEST_REPEATED_BLOCK, Math.floor(text.length / 2))
  for (let block = 1; block <= longest; block++) {
    if (text.slice(block) === text.slice(0, -block)) return true
  }
  return false
}

/** True for sequences and combinations of them, such as `qwerty123456`, ignoring signs at the ends. */
function isMadeOfRuns(text: string): boolean {
  const core = text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  return coveredByRuns(text) || (core.length >= SHORTEST_RUN && coveredByRuns(core))
}

function coveredByRuns(text: string): boolean {
  let from = 0
  while (from < text.length) {
    const length = runLengthAt(text, from)
    if (length < SHORTEST_RUN) return false
    from += length
  }
  return true
}

function runLengthAt(text: string, from: number): number {
  let longest = 1
  while (text[from + longest] === text[from]) longest++
  for (const sequence of SEQUENCES) {
    const start = sequence.indexOf(text[from] as string)
    if (start === -1) continue
    let length = 1
    // A sequence wraps around: 1234567890123.
    while (from + length < text.length && text[from + length] === sequence[(start + length) % sequence.length]) length++
    longest = Math.max(longest, length)
  }
  return longest
}

/**
 * True when a common password remains after removing digits and signs from the ends, any number of them, and reading
 * the remaining ones as letters: `$unsh1ne-2024!` is sunshine.
 */
function isCommonInDisguise(text: string): boolean {
  const firstLetter = text.search(/\p{L}/u)
  if (firstLetter === -1) return isCommonPassword(text)
  const afterLastLetter = text.length - (/[^\p{L}]*$/u.exec(text)?.[0].length ?? 0)
  const read = [text, ...readings(text)]
  for (let from = 0; from <= firstLetter; from++) {
    const end = Math.min(text.length, from + LONGEST_COMMON)
    for (let to = afterLastLetter; to <= end; to++) {
      if (read.some((reading) => isCommonPassword(reading.slice(from, to)))) return true
    }
  }
  return false
}

/** The text with digits and signs read as letters; the length stays the same. */
function readings(text: string): string[] {
  return ['i', 'l'].map((one) => text.replace(/[^a-z]/g, (sign) => (sign === '1' ? one : (LEET[sign] ?? sign))))
}
