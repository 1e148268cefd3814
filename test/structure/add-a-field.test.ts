// The places of a field of a record that administration keeps. A field that was added to the record and forgotten in its
// reply, in files of configuration or on the pages of the console fails here by its name.

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import type { TObject } from 'typebox'
import ts from 'typescript'
import { CONFIG_KINDS } from '../../src/app/cli/configuration/config-kinds.ts'
import { recordFields } from '../../src/edge/resource/record-shapes.ts'
import { ONBOARDING_OPERATIONS } from '../../src/families/onboarding/operations.ts'
import { KEPT_RECORDS, type Reasons } from './kept-records.ts'

const SOURCE = join(import.meta.dirname, '../../src')
const PAGES = join(import.meta.dirname, '../../console/src/pages')

/** The fields of every record that can be read by its id, by the path of its resource. */
const replies = new Map(
  ONBOARDING_OPERATIONS.flatMap(({ method, path, reply }) => {
    const [, resource] = /^(\/[\w-]+)\/:\w+$/.exec(path) ?? []
    const data = (reply as Partial<TObject>).properties?.data as Partial<TObject> | undefined
    const { properties = {} } = data ?? {}
    const isRecord = Object.keys(recordFields).every((name) => Object.hasOwn(properties, name))
    return method === 'GET' && resource !== undefined && isRecord ? [[resource, Object.keys(properties)] as const] : []
  }),
)

test('every resource and every kind of record has its row', () => {
  assert.deepEqual([...replies.keys()].toSorted(), Object.keys(KEPT_RECORDS).toSorted())
})

test('every kind of record whose fields are columns has its row', async () => {
  const files = globSync('**/*.ts', { cwd: SOURCE, exclude: ['**/*.test.ts'] })
  const kinds = files.filter((file) => readFileSync(join(SOURCE, file), 'utf8').includes('= recordKind<'))
  const modules = await Promise.all(kinds.map((file) => import(join(SOURCE, file)) as Promise<object>))
  const found = modules.flatMap((module) => Object.values(module).filter(isColumnKind))
  const named = Object.values(KEPT_RECORDS).flatMap(({ kind }) => kind?.resource ?? [])
  assert.deepEqual(found.map(({ resource }) => resource).toSorted(), named.toSorted())
})

function isColumnKind(value: unknown): value is { readonly resource: string } {
  return typeof value === 'object' && value !== null && 'columns' in value && 'recordsOf' in value
}

for (const [path, row] of Object.entries(KEPT_RECORDS)) {
  const { kind, section, pages, notInReply, notExported, notShown } = row
  const own = (replies.get(path) ?? []).filter((name) => !Object.hasOwn(recordFields, name))

  if (kind !== undefined) {
    test(`${path}: every column is in the reply`, () => {
      assertPlaces(`the reply of ${path}`, Object.keys(kind.columns), own, notInReply)
    })
  }
  if (section !== undefined) {
    test(`${path}: every field is in files of configuration`, () => {
      const exported = CONFIG_KINDS.find((one) => one.section === section)?.shape.fields ?? {}
      assertPlaces(`the body that makes one of ${path}`, own, Object.keys(exported), notExported)
    })
  }
  test(`${path}: every field is on the page or in the form of the console`, () => {
    assertPlaces(pages.join(' and '), own, namesRead(pages), notShown)
  })
}

test('every section of configuration files has its row', () => {
  const named = Object.values(KEPT_RECORDS).flatMap(({ section }) => section ?? [])
  assert.deepEqual(CONFIG_KINDS.map(({ section }) => section).toSorted(), named.toSorted())
})

/** The fields have a place, or a reason not to have it; a reason that no field needs is out of date. */
function assertPlaces(where: string, fields: readonly string[], places: Iterable<string>, reasons: Reasons = {}): void {
  const found = new Set(places)
  const forgotten = fields.filter((name) => !found.has(name) && !Object.hasOwn(reasons, name))
  const outdated = Object.keys(reasons).filter((name) => found.has(name) || !fields.includes(name))
  assert.deepEqual(
    [
      ...forgotten.map((name) => `${name} is not in ${where}: add it there, or its reason to kept-records.ts`),
      ...outdated.map((name) => `${name} needs no reason in kept-records.ts for ${where}`),
    ],
    [],
  )
}

/** What these pages, and the files of their folders that they import, read of objects or name in a string. */
function namesRead(pages: readonly string[]): Set<string> {
  const names = new Set<string>()
  const left = pages.map((page) => join(PAGES, page))
  const seen = new Set(left)
  for (const file of left) {
    const text = readFileSync(file, 'utf8')
    visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, ts.ScriptKind.TSX), names)
    for (const { fileName } of ts.preProcessFile(text).importedFiles) {
      const imported = join(dirname(file), fileName)
      if (!fileName.startsWith('./') || seen.has(imported)) continue
      seen.add(imported)
      left.push(imported)
    }
  }
  return names
}

function visit(node: ts.Node, names: Set<string>): void {
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return
  if (ts.isPropertyAccessExpression(node)) names.add(node.name.text)
  if (ts.isStringLiteral(node)) names.add(node.text)
  if (ts.isBindingElement(node)) {
    const name = node.propertyName ?? node.name
    if (ts.isIdentifier(name)) names.add(name.text)
  }
  ts.forEachChild(node, (child) => visit(child, names))
}
