// Who may import whom. This file is the rule; CONTRIBUTING.md only retells it, and
// test/structure/import-rules.test.ts proves that every rule below bites.

// The rooms, lowest first: what each may import besides itself. No arrow runs back up. A room that is not in this table may not
// exist. The twelfth is app, which joins the others, starts and stops them: the only one that knows everything.
const ROOMS = {
  // Kernel, storage, jobs, history, mail.
  platform: [],
  // Decision tables.
  rules: ['platform'],
  // The books.
  ledger: ['platform'],
  // Records of institutions, partners and users, who may change them, and what is told of it.
  administration: ['platform'],
  // HTTP, and what families share: who calls, for whom, and how a record is answered. No concept that does business.
  edge: ['platform', 'administration'],
  loans: ['platform', 'administration', 'rules', 'ledger'],
  tokens: ['platform', 'administration', 'rules', 'ledger'],
  // Orders of channels, and the cores and switches they go to and come from.
  channels: ['platform', 'administration', 'rules', 'ledger', 'loans', 'tokens'],
  // What operators see and settle.
  oversight: ['platform', 'administration', 'rules', 'ledger', 'loans', 'tokens', 'channels'],
  families: ['platform', 'edge', 'administration', 'rules', 'ledger', 'loans', 'tokens', 'channels', 'oversight'],
  sandbox: ['platform', 'administration', 'rules', 'ledger', 'loans', 'tokens', 'channels', 'oversight'],
}

// Inside a room, lowest first: a folder may import those of the rows above its own, never one of its own row and never one further down.
const FLOORS = {
  platform: [['kernel'], ['storage'], ['history', 'jobs', 'mail']],
  edge: [['http'], ['partners', 'resource']],
  administration: [
    ['audit', 'events'],
    ['records'],
    ['institutions', 'access', 'properties'],
    ['change-requests', 'event-delivery'],
    ['notifications'],
  ],
  channels: [['iso8583', 'cards'], ['iso8583-link'], ['core', 'switches'], ['channel']],
  oversight: [
    ['transactions'],
    ['cash', 'reconciliations'],
    ['exceptions', 'corrections', 'business-days', 'dashboard', 'customers', 'alerts'],
    ['search', 'customer-view'],
  ],
}

// Folders that know less than their room may.
const KNOWS_ONLY = {
  http: { of: 'edge/http', may: ['platform/kernel'], why: 'It knows no store and no caller.' },
  iso8583: {
    of: 'channels/(iso8583|iso8583-link|switches)',
    may: ['platform/kernel', 'channels/iso8583', 'channels/iso8583-link'],
    why: 'Messages know no bank; switches ask account services through an interface of their own.',
  },
  observability: { of: 'app/observability', may: ['platform/kernel'], why: 'It is handed what it counts.' },
  config: {
    of: 'app/config',
    may: ['platform/kernel', 'platform/storage'],
    why: 'What reads the environment knows no concept; otherwise it would become a second wire.ts.',
  },
}

const CONCEPT_ROOMS = ['administration', 'rules', 'ledger', 'loans', 'tokens', 'channels', 'oversight']
const OURS = '^(src|test|bench|sdk|scripts|bin|contract|console|examples)/'
// Fixtures obey the rules of their room, and may use what tests share.
const UNRULED = ['\\.test\\.ts$', '^src/channels/channel/conformance(\\.ts$|/)', '^src/tokens/ledgers/conformance/']
// Tests, what only they use beside them, and the suites that the channel to every core and every digital ledger have to pass.
const TEST_FILES = ['\\.fixture\\.ts$', ...UNRULED]
const TOOLING = '^(test|bench|scripts|console|examples)/'
const PRODUCTION = ['^src/', '^bin/', '^sdk/src/']
const KNOWN = `^src/(${[...Object.keys(ROOMS), 'app'].join('|')})/`

// Production code that imports tests breaks no-tooling-in-production.
const roomRules = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `${room}-imports`,
  comment: `src/${room} may import ${['itself', ...allowed].join(', ')} and nothing else of ours; its fixtures test/ as well.`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: UNRULED },
  to: {
    path: OURS,
    pathNot: [`^src/(${[room, ...allowed].join('|')})/`, '^test/'],
  },
}))

const floorRules = Object.entries(FLOORS).flatMap(([room, floors]) =>
  floors.flatMap((floor, height) =>
    floor.map((folder) => ({
      name: `${room}-${folder}-imports`,
      comment: `Of its room, src/${room}/${folder} may import ${[folder, ...floors.slice(0, height).flat()].join(', ')}.`,
      severity: 'error',
      from: { path: `^src/${room}/${folder}/`, pathNot: UNRULED },
      to: {
        path: `^src/${room}/`,
        pathNot: `^src/${room}/(${[folder, ...floors.slice(0, height).flat()].join('|')})/`,
      },
    })),
  ),
)

const folderRules = Object.entries(KNOWS_ONLY).map(([name, { of, may, why }]) => ({
  name: `${name}-knows-only`,
  comment: `src/${of} may import ${may.join(', ')}: ${why}`,
  severity: 'error',
  from: { path: `^src/${of}/`, pathNot: UNRULED },
  to: { path: OURS, pathNot: [`^src/(${[of, ...may].join('|')})/`, '^test/'] },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...roomRules,
    ...floorRules,
    ...folderRules,
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
      from: { path: `^src/(${['edge/http', 'platform/storage', ...CONCEPT_ROOMS].join('|')})/`, pathNot: TEST_FILES },
      to: { path: '^src/platform/kernel/catalogue/' },
    },
    {
      name: 'no-room-without-a-rule',
      comment: 'A new room of src is first given its row in ROOMS.',
      severity: 'error',
      from: {},
      to: { path: '^src/', pathNot: KNOWN },
    },
    {
      name: 'no-imports-by-a-room-without-a-rule',
      comment: 'The same from the other side, for a file that nothing imports.',
      severity: 'error',
      from: { path: '^src/', pathNot: [KNOWN, ...TEST_FILES] },
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
