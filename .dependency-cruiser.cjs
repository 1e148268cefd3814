// Who may import whom. This file is the rule; CONTRIBUTING.md only retells it, and
// test/structure/import-rules.test.ts proves that every rule below bites.

// The concepts, lowest first. A concept may import the concepts of the rows above its own in this table,
// never one of its own row and never one further down.
const CONCEPT_ROWS = [
  ['history'],
  ['audit', 'events', 'mail', 'cards', 'rules'],
  ['records'],
  ['institutions', 'access', 'properties'],
  ['jobs', 'change-requests'],
  ['ledger'],
  ['loans', 'tokens'],
  ['core'],
  ['channel', 'event-delivery'],
  ['transactions'],
  ['exceptions', 'business-days', 'dashboard', 'customers'],
  ['search'],
]

const CONCEPTS = CONCEPT_ROWS.flat()

function conceptsBelow(concept) {
  return CONCEPT_ROWS.slice(
    0,
    CONCEPT_ROWS.findIndex((row) => row.includes(concept)),
  ).flat()
}

// What each part of src may import besides itself. A part that is not in this table may not exist.
// src/config.ts is no part: parts are handed the values they need and never read the environment.
const MAY_IMPORT = {
  kernel: [],
  http: ['kernel'],
  storage: ['kernel'],
  // Messages and frames as bytes. It knows no bank and no connection.
  iso8583: ['kernel'],
  // Messages over a connection that stands, for the core that connects and the listener that accepts.
  'iso8583-link': ['kernel', 'iso8583'],
  // The listener for switches. It asks account services through an interface of its own.
  switches: ['kernel', 'iso8583', 'iso8583-link'],
  ...Object.fromEntries(
    CONCEPT_ROWS.flatMap((row, depth) =>
      row.map((concept) => [concept, ['kernel', 'storage', ...CONCEPT_ROWS.slice(0, depth).flat()]]),
    ),
  ),
  // The only concept that talks to hosts.
  core: ['kernel', 'storage', 'iso8583', 'iso8583-link', ...conceptsBelow('core')],
  observability: ['kernel'],
  // What families share at the edge. It knows who calls and for whom, and no concept that does business.
  edge: ['kernel', 'storage', 'http', 'audit', 'access', 'institutions'],
  families: ['kernel', 'storage', 'http', 'edge', ...CONCEPTS],
  sandbox: ['kernel', 'storage', ...CONCEPTS],
}

const PARTS = Object.keys(MAY_IMPORT)
const OURS = '^(src|test|bench|sdk|scripts|bin|contract|console|examples)/'
// Fixtures obey the rules of their part, and may use what tests share.
const UNRULED = ['\\.test\\.ts$', '^src/channel/conformance(\\.ts$|/)', '^src/tokens/ledgers/conformance/']
// Tests, what only they use beside them, and the suites that the channel to every core and every digital ledger have to pass.
const TEST_FILES = ['\\.fixture\\.ts$', ...UNRULED]
const TOOLING = '^(test|bench|scripts|console|examples)/'
const PRODUCTION = ['^src/', '^bin/', '^sdk/src/']
// The only places that know everything: they join the parts, start them and stop them.
const JOINERS = '^src/(wire\\.ts$|wire/|workers/|lifecycle\\.ts$|cli/)'
const CONFIG = '^src/config(-variables|-secrets|-evm|-error)?\\.ts$'
// Single files that read the configuration on behalf of the joiners.
const CONFIGURED = '^src/(configured-database|master-key|store-ownership)\\.ts$'
const KNOWN = [`^src/(${PARTS.join('|')})/`, JOINERS, CONFIG, CONFIGURED]

const partRules = Object.entries(MAY_IMPORT).map(([part, allowed]) => ({
  name: `${part}-imports`,
  comment: `src/${part} may import ${['itself', ...allowed].join(', ')} and nothing else of ours; its fixtures test/ as well.`,
  severity: 'error',
  from: { path: `^src/${part}/`, pathNot: UNRULED },
  // Production code that imports tests breaks no-tooling-in-production.
  to: { path: OURS, pathNot: [`^src/(${[part, ...allowed].join('|')})/`, '^test/'] },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...partRules,
    {
      name: 'no-family-to-family',
      comment: 'A family never imports another family: what two of them need is a concept.',
      severity: 'error',
      from: { path: '^src/families/([^/]+)/', pathNot: TEST_FILES },
      to: { path: '^src/families/', pathNot: '^src/families/$1/' },
    },
    {
      name: 'no-codes-in-concepts',
      comment: "A concept raises its own reasons; which code of the catalogue they become is each family's table.",
      severity: 'error',
      from: { path: `^src/(${['http', 'storage', ...CONCEPTS].join('|')})/`, pathNot: TEST_FILES },
      to: { path: '^src/kernel/catalogue/' },
    },
    {
      name: 'config-imports',
      comment: 'The typed environment knows the kernel only; otherwise it would become a second wire.ts.',
      severity: 'error',
      from: { path: CONFIG },
      to: { path: OURS, pathNot: ['^src/kernel/', CONFIG] },
    },
    {
      name: 'configured-imports',
      comment: 'What reads the configuration for the start knows the kernel and the store, no concept.',
      severity: 'error',
      from: { path: CONFIGURED },
      to: { path: OURS, pathNot: '^src/(config(-error)?\\.ts$|kernel/|storage/)' },
    },
    {
      name: 'no-part-without-a-rule',
      comment: 'A new part of src is first given its row in MAY_IMPORT.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: KNOWN },
    },
    {
      name: 'no-imports-by-a-part-without-a-rule',
      comment: 'The same from the other side, for a file that nothing imports.',
      severity: 'error',
      from: { path: '^src/', pathNot: [...KNOWN, ...TEST_FILES] },
      to: {},
    },
    {
      name: 'sdk-imports',
      comment: 'The SDK is made from the contract and must work without the server.',
      severity: 'error',
      from: { path: '^sdk/', pathNot: TEST_FILES },
      to: { path: OURS, pathNot: '^(sdk|contract)/' },
    },
    {
      name: 'sdk-needs-no-package',
      comment: 'The SDK is handed to others: what it imports, they would have to install.',
      severity: 'error',
      from: { path: '^sdk/src/', pathNot: TEST_FILES },
      to: { dependencyTypes: ['npm', 'npm-dev', 'npm-optional', 'npm-peer', 'npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'console-imports',
      comment: 'The console talks to the gateway through the SDK only.',
      severity: 'error',
      from: { path: '^console/' },
      to: { path: OURS, pathNot: '^(console|sdk/src)/' },
    },
    {
      name: 'console-area-to-area',
      comment:
        'A page is reached by its address. Lists and words of another area may be shown; its pages may not be imported.',
      severity: 'error',
      from: { path: '^console/src/pages/([^/]+)/' },
      to: { path: '^console/src/pages/[^/]+/(.+-page\\.tsx|pages\\.ts)$', pathNot: '^console/src/pages/$1/' },
    },
    {
      name: 'console-kit-imports',
      comment: 'The kit, the session and the calls know no page.',
      severity: 'error',
      from: { path: '^console/src/(kit|session|api)/' },
      to: { path: '^console/src/(pages|shell)/' },
    },
    {
      name: 'example-imports',
      comment: 'An example is read and copied by others: it needs nothing but Node, and the books of the REST core.',
      severity: 'error',
      from: { path: '^examples/([^/]+)/' },
      to: {
        pathNot: ['^examples/$1/', '^examples/rest-core/(bank|types)\\.ts$'],
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'no-tooling-in-production',
      comment: 'What runs in production never leans on tests, the bench or scripts.',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: TEST_FILES },
      to: { path: [TOOLING, ...TEST_FILES] },
    },
    {
      name: 'no-dev-dependency-in-production',
      comment: 'A devDependency is absent where the product runs.',
      severity: 'error',
      from: { path: PRODUCTION, pathNot: TEST_FILES },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-dependency',
      comment:
        'A package that package.json does not name is there by luck. Rolldown comes with Vite, and `overrides` names it.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: '^node_modules/rolldown/' },
    },
    {
      name: 'no-unresolvable',
      comment: 'An import that cannot be resolved also escapes every rule above.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycle',
      comment: 'Two files that need each other are one file, or there is a third one hiding in them.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-barrel',
      comment: 'Import a thing from the file that makes it, so that "go to definition" arrives in one step.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['export'] },
    },
    {
      name: 'no-index-file',
      comment: 'A file is named after what it holds.',
      severity: 'error',
      from: {},
      to: { path: ['^src/index\\.ts$', '^src/.+/index\\.ts$'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // The generator and the tests of sdk/ use what the package.json above them declares.
    combinedDependencies: true,
    exclude: { path: ['(^|/)node_modules/.+/node_modules/', '^data/', '^console/dist/', '\\.css$'] },
    // Type-only imports count as well: a type is knowledge of the other part all the same.
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'require'],
      mainFields: ['module', 'main', 'types', 'typings'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
}
