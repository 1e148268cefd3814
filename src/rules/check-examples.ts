// Examples of what a table answers, kept beside it in tests/<name>.json:
//
//   { "input": { …the request that every case starts from… },
//     "cases": [ { "title": "…", "change": { …what differs… }, "output": { …what the table answers… } } ] }
//
// `output` is {} when no row matches. `tillgate rules check` and the tests run them.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { RuleBook } from './rule-book.ts'
import { RULE_NAMES, type RuleName } from './rule-names.ts'
import type { RuleInput } from './values.ts'

export interface ExampleResult {
  readonly name: RuleName
  readonly title: string
  /** Undefined when the table answers as the example says. */
  readonly fault?: string
}

interface Example {
  readonly title: string
  readonly input: RuleInput
  readonly output: unknown
}

/** The title of the result of a table whose examples are missing or cannot be used. */
export const HAS_EXAMPLES = 'there are examples'

/** The file of examples cannot be used. */
class UnusableExamples extends Error {}

/** Reads the folder's tables and runs their examples. A table without examples is one result, and so is a bad file. */
export async function* checkExamples(folder: string, book: RuleBook): AsyncGenerator<ExampleResult> {
  const { failed } = await book.refresh()
  for (const { name, reason } of failed) yield { name: name as RuleName, title: 'the file can be used', fault: reason }
  for (const name of RULE_NAMES) {
    if (book.get(name) !== undefined) yield* checkTable(name, folder, book)
  }
}

async function* checkTable(name: RuleName, folder: string, book: RuleBook): AsyncGenerator<ExampleResult> {
  const file = join('tests', `${name}.json`)
  try {
    for (const { title, input, output } of await readExamples(join(folder, file))) {
      const found = await outputOf(name, input, book)
      const isRight = isDeepStrictEqual(found, output)
      yield { name, title, ...(!isRight && { fault: `it answers ${JSON.stringify(found)}` }) }
    }
  } catch (error) {
    if (!(error instanceof UnusableExamples)) throw error
    yield { name, title: HAS_EXAMPLES, fault: `${file}: ${error.message}` }
  }
}

async function outputOf(name: RuleName, input: RuleInput, book: RuleBook): Promise<unknown> {
  try {
    return (await book.get(name)?.evaluate(input)) ?? {}
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function readExamples(path: string): Promise<Example[]> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) throw new UnusableExamples('there is no such file')
  const content = parse(text)
  if (!isObject(content) || !isObject(content.input) || !Array.isArray(content.cases) || content.cases.length === 0) {
    throw new UnusableExamples('it takes {"input": {…}, "cases": [ … ]}')
  }
  const { input, cases } = content
  return cases.map((one: unknown, index) => {
    if (!isObject(one) || typeof one.title !== 'string' || !isObject(one.change) || !('output' in one)) {
      throw new UnusableExamples(`case ${index + 1} takes {"title": "…", "change": {…}, "output": {…}}`)
    }
    return { title: one.title, input: { ...input, ...one.change } as RuleInput, output: one.output }
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnusableExamples('it is not JSON')
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
