// The pages: their links lead somewhere, and decisions are numbered without gaps and referred to by numbers that exist.

import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const EXCLUDE = ['**/node_modules/**', 'data/**', 'test/upgrades/*/**', 'console/dist*/**']
const find = (...patterns: string[]) => globSync(patterns, { cwd: ROOT, exclude: EXCLUDE }).sort()
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

const PAGES = find('*.md', '{docs,bench,sdk,examples,contracts,.github}/**/*.md')
const DECISIONS = find('docs/decisions/*.md').map((file) => basename(file))

test('every link of a page leads to a file, and to a heading of it', () => {
  const broken = PAGES.flatMap((page) =>
    linksOf(page)
      .filter((target) => !isThere(page, target))
      .map((target) => `${page}: ${target}`),
  )
  assert.deepEqual(broken, [])
})

test('decisions are numbered without gaps, in the name of the file and in its title', () => {
  const expected = DECISIONS.map((_name, index) => index + 1)
  assert.deepEqual(
    DECISIONS.map((name) => Number.parseInt(name, 10)),
    expected,
  )
  assert.deepEqual(
    DECISIONS.map((name) => Number(/^# (\d+)\. /.exec(read(`docs/decisions/${name}`))?.[1])),
    expected,
  )
})

test('a decision that is referred to exists', () => {
  const referring = [...PAGES, ...find('{src,console/src,test,bench,bin,scripts}/**/*.{ts,tsx,js,sql}')]
  const missing = referring
    .filter((file) => file !== relative(ROOT, import.meta.filename))
    .flatMap((file) =>
      Array.from(read(file).matchAll(/(?:\bdecision |\bdecisions\/)(\d{1,4})\b/g), ([text, number]) => ({
        file,
        text,
        number: Number(number),
      })),
    )
    .filter(({ number }) => number < 1 || number > DECISIONS.length)
  assert.deepEqual(missing, [])
})

/** The targets of its links and pictures, other than web addresses; code is left out. */
function linksOf(page: string): string[] {
  const prose = read(page)
    .replaceAll(/^( *)```[\s\S]*?^\1```$/gm, '')
    .replaceAll(/`[^`\n]*`/g, '')
  const targets = Array.from(prose.matchAll(/\]\(([^)\s]+)\)/g), ([, target = '']) => target)
  return targets.filter((target) => !/^(https?|mailto):/.test(target))
}

function isThere(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? join(ROOT, page) : resolve(ROOT, dirname(page), path)
  if (!existsSync(file)) return false
  if (anchor === undefined) return true
  return statSync(file).isFile() && headingsOf(file).includes(anchor)
}

/** As GitHub makes anchors of headings. */
function headingsOf(file: string): string[] {
  return Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('the files that the glossary names exist', () => {
  const named = Array.from(read('docs/glossary.md').matchAll(/`(src\/[^`]+)`/g), ([, path = '']) => path)
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})
