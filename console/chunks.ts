// Which files the console is cut into. Left to itself the bundler writes one for every set of modules that the same pages share:
// 356 files, 86 of them for the first page, and most of the wait was for requests. So modules are joined by who needs them: what every
// page needs, what several pages share, charts, and one file for each area of the menu.

/** A group of modules that become one file. */
interface ChunkGroup {
  readonly name: string | ((id: string) => string | null)
  readonly test?: RegExp
  readonly priority: number
  readonly debugName?: string
  /** Only modules that so many entries and pages share. */
  readonly minShareCount?: number
}

/** What draws charts: two fifths of all code, and only few pages draw any. */
const CHARTS = String.raw`/node_modules/(?:recharts|victory-vendor|d3-|@reduxjs|redux|react-redux|reselect|immer|@mantine/charts|decimal\.js-light|es-toolkit|internmap)|/charts?/`
/** Fields and lists, which no page needs before somebody has signed in. */
const FIELDS =
  '/react-number-format/|/NumberInput/|/Table/|/Pagination/|/MultiSelect/|/console/src/kit/(?:inputs|list|show/record)'
/** The pages of an area, and what only they use; not its table of pages, which the menu needs from the start. */
const AREA = /\/console\/src\/pages\/([a-z-]+)\/(?!pages\.ts$)/

/** Modules that a group of higher priority imports go with it. */
export const GROUPS: readonly ChunkGroup[] = [
  // What main.ts needs before any other file may run: they read texts as soon as they are loaded.
  {
    name: 'lookup',
    test: /\/console\/src\/(?:reader|texts\/(?:translate|server-messages))\.ts$|preload-helper/,
    priority: 6,
  },
  // Loaded for Spanish only.
  { name: 'texts', test: /\/console\/src\/texts\/es[.-]/, priority: 5 },
  {
    name: 'console',
    test: /\/console\/src\/start\.tsx$|\/pages\.ts$/,
    priority: 4,
  },
  {
    name: 'kit',
    test: new RegExp(`^(?!.*(?:${CHARTS}|/console/src/(?:pages|session)/|${FIELDS}))`),
    minShareCount: 3,
    priority: 3,
  },
  { name: 'fields', test: new RegExp(FIELDS), priority: 2 },
  { name: 'sign-in', test: /\/console\/src\/(?:session|pages\/sign-in)\/(?!pages\.ts$)/, priority: 2 },
  { name: 'words', test: /\/console\/src\/pages\/.+(?<!\/pages\.ts)$/, minShareCount: 3, priority: 2 },
  { name: 'charts', test: new RegExp(CHARTS), priority: 2 },
  { name: (id) => AREA.exec(id)?.[1] ?? null, debugName: 'areas', priority: 1 },
]
