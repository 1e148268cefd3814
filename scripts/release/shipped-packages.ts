// Which packages of the lockfile a release contains: those that run in production, and those that are bundled into the console.
// The latter are tools of development to npm, because the gateway itself does not load them.

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

const CONSOLE = 'console'
/** What builds the console and leaves nothing of itself in it. */
const TOOLS_OF_CONSOLE = /^(vite|@vitejs\/.+|@types\/.+)$/

/** Their folders, as the lockfile names them. */
export function shippedPackages({ packages }: Lockfile): ReadonlySet<string> {
  const shipped = new Set<string>()
  const ofConsole = Object.keys(packages[CONSOLE]?.devDependencies ?? {}).filter((name) => !TOOLS_OF_CONSOLE.test(name))
  const add = (names: Iterable<string>, from: string): void => {
    for (const name of names) {
      const folder = folderOf(packages, from, name)
      const locked = folder === undefined ? undefined : packages[folder]
      if (folder === undefined || locked === undefined || locked.link === true || shipped.has(folder)) continue
      shipped.add(folder)
      add(neededBy(locked), folder)
    }
  }
  add(Object.keys(packages['']?.dependencies ?? {}), '')
  add(ofConsole, CONSOLE)
  return shipped
}

function neededBy(locked: LockedPackage): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta: meta } = locked
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => meta?.[name]?.optional !== true)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

/** Where Node finds a package that a folder asks for: beside it, or beside one of the folders around it. */
function folderOf(packages: Lockfile['packages'], from: string, name: string): string | undefined {
  for (let around = from; ; around = parentOf(around)) {
    const folder = `${around === '' ? '' : `${around}/`}node_modules/${name}`
    if (packages[folder] !== undefined) return folder
    if (around === '') return undefined
  }
}

function parentOf(folder: string): string {
  const at = folder.lastIndexOf('/node_modules/')
  return at === -1 ? '' : folder.slice(0, at)
}
