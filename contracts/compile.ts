// Compiles the contracts with the Solidity compiler of npm. The output depends on nothing but the sources, the compiler's version
// and these settings: names of sources are relative, and no metadata is appended to the code.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
const SOURCES = ['contracts/src/TillgateLedger.sol', 'contracts/src/TillgateToken.sol']

export const SETTINGS = {
  // The oldest rules that networks still run by; later ones accept it as well.
  evmVersion: 'paris',
  viaIR: true,
  // More runs make the ledger too large for a contract (24,576 bytes).
  optimizer: { enabled: true, runs: 200 },
  metadata: { appendCBOR: false, bytecodeHash: 'none' },
}

export interface CompiledContract {
  readonly abi: readonly object[]
  /** What deploys it; constructor arguments follow it. */
  readonly bytecode: string
  /** What is at its address, with zeros in place of immutables. */
  readonly deployedBytecode: string
}

interface CompilerOutput {
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[]
  readonly sources: Readonly<Record<string, unknown>>
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompilerContract>>>>
}

interface CompilerContract {
  readonly abi: readonly object[]
  readonly evm: {
    readonly bytecode: { readonly object: string }
    readonly deployedBytecode: { readonly object: string }
  }
}

export interface Compilation {
  readonly contracts: Readonly<Record<string, CompiledContract>>
  /** Every file that was read, relative to the repository; packages begin with their name. */
  readonly sources: readonly string[]
}

/** Warnings are errors, unless sources are replaced (by name) to break them on purpose. */
export function compileContracts(settings = SETTINGS, changed: Readonly<Record<string, string>> = {}): Compilation {
  const solc = createRequire(import.meta.url)('solc') as typeof import('solc')
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(SOURCES.map((name) => [name, { content: changed[name] ?? readSource(name) }])),
    settings: {
      ...settings,
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), { import: (name: string) => ({ contents: readSource(name) }) }),
  ) as CompilerOutput
  const isOriginal = Object.keys(changed).length === 0
  const errors = (output.errors ?? []).filter(({ severity }) => isOriginal || severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  const contracts = SOURCES.flatMap((source) => Object.entries(output.contracts[source] ?? {})).map(
    ([name, { abi, evm }]): [string, CompiledContract] => [
      name,
      { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` },
    ],
  )
  return { contracts: Object.fromEntries(contracts), sources: Object.keys(output.sources).toSorted() }
}

export function readSource(name: string): string {
  return readFileSync(name.startsWith('contracts/') ? join(ROOT, name) : join(ROOT, 'node_modules', name), 'utf8')
}
