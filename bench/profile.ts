// Where the gateway spends its time: reads a V8 CPU profile and sums the time that each function itself took.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface CpuProfile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: CallFrame }[]
  readonly samples: readonly number[]
  /** Microseconds between one sample and the next. */
  readonly timeDeltas: readonly number[]
}

interface CallFrame {
  readonly functionName: string
  readonly url: string
  readonly lineNumber: number
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FUNCTIONS_SHOWN = 40

export function profileFlags(folder: string): string[] {
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
}

/** A table of the profile in a folder, leaving out the first seconds, in which the gateway started and warmed up. */
export function describeProfile(folder: string, skipSeconds: number): string {
  const [file] = globSync(join(folder, '*.cpuprofile'))
  if (file === undefined) throw new Error('the gateway left no profile')
  const profile = JSON.parse(readFileSync(file, 'utf8')) as CpuProfile
  const frames = new Map(profile.nodes.map((node) => [node.id, node.callFrame]))
  const byFunction = new Map<string, number>()
  const byPart = new Map<string, number>()
  let busy = 0
  let elapsed = 0
  for (const [i, sample] of profile.samples.entries()) {
    const micros = profile.timeDeltas[i] ?? 0
    elapsed += micros
    const frame = frames.get(sample)
    if (elapsed < skipSeconds * 1e6 || frame === undefined || frame.functionName === '(idle)') continue
    busy += micros
    add(byFunction, nameOf(frame), micros)
    add(byPart, partOf(frame), micros)
  }
  const measured = elapsed / 1e6 - skipSeconds
  return [
    `${measured.toFixed(1)} s of profile, ${((busy / 1e6 / measured) * 100).toFixed(0)} % busy; shares of the busy time:`,
    '',
    ...shares(byPart, busy),
    '',
    ...shares(byFunction, busy).slice(0, FUNCTIONS_SHOWN),
  ].join('\n')
}

function add(sums: Map<string, number>, key: string, micros: number): void {
  sums.set(key, (sums.get(key) ?? 0) + micros)
}

function shares(sums: ReadonlyMap<string, number>, total: number): string[] {
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([key, micros]) => `${((micros / total) * 100).toFixed(1).padStart(5)} %  ${key}`)
}

function nameOf({ functionName, url, lineNumber }: CallFrame): string {
  const name = functionName || '(anonymous)'
  return url === '' ? name : `${name}  ${fileOf(url)}:${lineNumber + 1}`
}

function fileOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url).replace(ROOT, '') : url
}

/** Which part of the house, which package, or which part of Node a function belongs to. */
function partOf({ functionName, url }: CallFrame): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(V8 and C++)'
  const file = fileOf(url)
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  return name ?? file.split('/').slice(0, 2).join('/')
}
