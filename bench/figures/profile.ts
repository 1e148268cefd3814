// Where the gateway spends its time: reads a V8 CPU profile and sums self time and total time per function.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface CpuProfile {
  /** Microseconds of the clock that `process.hrtime` reads. */
  readonly startTime: number
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  /** Microseconds between one sample and the next. */
  readonly timeDeltas: readonly number[]
}

/** A function in one call path. */
interface ProfileNode {
  readonly id: number
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number }
  readonly children?: readonly number[]
}

type Sums = Map<string, number>

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FUNCTIONS_SHOWN = 40
const PARTS_SHOWN = 20

export function profileFlags(folder: string): string[] {
  return ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=500']
}

/** The stages of a request. A sample counts for the innermost file of its call stack that belongs to a stage. */
const STAGES: readonly (readonly [stage: string, files: RegExp])[] = [
  ['JSON reader', /^src\/edge\/http\/body\/(json|form)-body/],
  ['validation', /^src\/(edge\/http\/body|families\/\w+\/shapes\/(amounts|shapes))/],
  [
    'credentials',
    /^src\/(families\/accounts\/desk\/credentials|edge\/(partners\/partner-credentials|http\/limits)|platform\/kernel\/secrets\/proven-secrets|administration\/institutions)/,
  ],
  [
    'log line and metrics',
    /^(src\/(edge\/http\/log|edge\/http\/server\/request-log|app\/observability)|node_modules\/pino)/,
  ],
  ['call, headers, answer', /^src\/edge\/http\//],
  ['operation: order and reply', /^src\/families\//],
  ['tokens: movements, ledger', /^src\/tokens/],
  ['core: rules and deadline', /^src\/(channels\/core|platform\/kernel\/time\/deadline|sandbox)/],
  ['posting', /^src\/(ledger|platform\/storage\/batches)/],
  ['database driver', /^(src\/platform\/storage|node_modules\/pg)/],
  ['Fastify', /^node_modules\/(fastify|find-my-way|secure-json-parse|toad-cache)/],
  ['Node: HTTP, streams, ticks', /^node:(_http|net|events|internal\/(streams|stream_base|process|timers|async))/],
]
const NO_STAGE = 'garbage collector and the rest'

/** The part of a profile that counts. */
export interface ProfiledTime {
  readonly seconds: number
  /** When it ended, as `process.hrtime` tells, which all processes of a machine share. */
  readonly untilMicros: number
}

/**
 * Tables of the measured seconds of the profile in a folder, without start, warm-up and stop. `cpuMicros` is the CPU time of
 * one request, which the first table divides among its stages.
 */
export function describeProfile(folder: string, time: ProfiledTime, cpuMicros: number): string {
  const profile = longestIn(folder)
  const { microsOf, elapsedSeconds, busy } = sample(profile, time)
  const parents = parentsOf(profile.nodes)
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const [self, total, parts, stages]: [Sums, Sums, Sums, Sums] = [new Map(), new Map(), new Map(), new Map()]
  for (const [id, micros] of microsOf) {
    const node = nodes.get(id)
    if (node === undefined) continue
    add(self, nameOf(node), micros)
    add(parts, partOf(node), micros)
    let stage: string | undefined
    const callers = new Set<string>()
    for (let at: ProfileNode | undefined = node; at !== undefined; at = nodes.get(parents.get(at.id) ?? -1)) {
      callers.add(nameOf(at))
      stage ??= stageOf(at)
    }
    add(stages, stage ?? NO_STAGE, micros)
    for (const caller of callers) add(total, caller, micros)
  }
  const own = new Map([...total].filter(([name]) => / {2}(src|node_modules)\//.test(name)))
  return [
    `${elapsedSeconds.toFixed(1)} s, ${((busy / 1e6 / elapsedSeconds) * 100).toFixed(0)} % busy; shares of the busy time`,
    `\nBy stage of a request, of ${cpuMicros.toFixed(0)} µs`,
    ...shares(stages, busy).map((line) => withMicros(line, cpuMicros)),
    '\nBy part, itself',
    ...shares(parts, busy).slice(0, PARTS_SHOWN),
    '\nBy function, itself',
    ...shares(self, busy).slice(0, FUNCTIONS_SHOWN),
    '\nBy function, with everything it calls before it waits',
    ...shares(own, busy).slice(0, FUNCTIONS_SHOWN),
  ].join('\n')
}

/** The launcher and other processes that the gateway starts write profiles too; theirs are short. */
function longestIn(folder: string): CpuProfile {
  const profiles = globSync(join(folder, '*.cpuprofile')).map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as CpuProfile,
  )
  const [longest] = profiles.sort((a, b) => b.samples.length - a.samples.length)
  if (longest === undefined) throw new Error('the gateway wrote no profile')
  return longest
}

/** Busy microseconds per node. */
function sample({ startTime, nodes, samples, timeDeltas }: CpuProfile, { seconds, untilMicros }: ProfiledTime) {
  const fromMicros = untilMicros - seconds * 1e6
  const idle = new Set(nodes.filter((node) => node.callFrame.functionName === '(idle)').map((node) => node.id))
  const microsOf = new Map<number, number>()
  let [busy, now] = [0, startTime]
  for (const [i, id] of samples.entries()) {
    const micros = timeDeltas[i] ?? 0
    now += micros
    if (now < fromMicros || now > untilMicros || idle.has(id)) continue
    busy += micros
    microsOf.set(id, (microsOf.get(id) ?? 0) + micros)
  }
  return { microsOf, busy, elapsedSeconds: seconds }
}

function parentsOf(nodes: readonly ProfileNode[]): Map<number, number> {
  return new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id] as const)))
}

function add(sums: Sums, key: string, micros: number): void {
  sums.set(key, (sums.get(key) ?? 0) + micros)
}

function shares(sums: ReadonlyMap<string, number>, total: number): string[] {
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .map(([key, micros]) => `${((micros / total) * 100).toFixed(1).padStart(5)} %  ${key}`)
}

function withMicros(share: string, cpuMicros: number): string {
  const micros = (Number.parseFloat(share) / 100) * cpuMicros
  return `${micros.toFixed(1).padStart(7)} µs ${share}`
}

function stageOf({ callFrame: { url } }: ProfileNode): string | undefined {
  const file = fileOf(url)
  return STAGES.find(([, files]) => files.test(file))?.[0]
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: ProfileNode): string {
  const name = functionName || '(anonymous)'
  return url === '' ? name : `${name}  ${fileOf(url)}:${lineNumber + 1}`
}

function fileOf(url: string): string {
  return url.startsWith('file:') ? fileURLToPath(url).replace(ROOT, '') : url
}

/** The source folder, package or Node module of a function. */
function partOf({ callFrame: { functionName, url } }: ProfileNode): string {
  if (url === '') return functionName.startsWith('(') ? functionName : '(V8 and C++)'
  const file = fileOf(url)
  const [, name] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? []
  return name ?? file.split('/').slice(0, 2).join('/')
}
