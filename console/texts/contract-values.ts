// The values of the API: codes, units and names of operations, as the types of the SDK list them. The SDK is generated from
// the contract, and is there wherever the console is built.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const SDK = join(import.meta.dirname, '..', '..', 'sdk', 'src')

let values: ReadonlySet<string> | undefined

/** Every string that a type allows, and the names of the operations. */
export function contractValues(): ReadonlySet<string> {
  values ??= new Set(globSync('generated-*.ts', { cwd: SDK }).flatMap((file) => [...valuesOf(join(SDK, file))]))
  return values
}

interface Node {
  readonly type?: string
  readonly literal?: { readonly value?: unknown }
  readonly key?: { readonly name?: string }
  readonly value?: { readonly value?: unknown }
}

function* valuesOf(file: string): Generator<string> {
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'), { lang: 'ts' })
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`)
  const waiting: object[] = [program]
  for (let node = waiting.pop() as Node | undefined; node !== undefined; node = waiting.pop()) {
    const value = node.type === 'TSLiteralType' ? node.literal?.value : operationId(node)
    if (typeof value === 'string') yield value
    for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) waiting.push(child)
  }
}

function operationId({ type, key, value }: Node): unknown {
  return type === 'Property' && key?.name === 'operationId' ? value?.value : undefined
}
