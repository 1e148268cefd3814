// Proves that the import rules work: a made-up tree breaks every rule once, and exactly those violations are reported.
import assert from 'node:assert/strict'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { checkImportRules } from '../../scripts/import-rules.ts'

const project = join(import.meta.dirname, '..', '..')

// One row per violation: the rule, the importing file, the imported file.
const BREACHES: [rule: string, from: string, to: string][] = [
  ['kernel-imports', 'src/kernel/clock.ts', 'src/storage/database.ts'],
  ['http-imports', 'src/http/server.ts', 'src/storage/database.ts'],
  ['http-imports', 'src/http/authentication.ts', 'src/access/partner.ts'],
  ['storage-imports', 'src/storage/database.ts', 'src/http/problem.ts'],
  ['iso8583-imports', 'src/iso8583/frames.ts', 'src/storage/database.ts'],
  ['iso8583-link-imports', 'src/iso8583-link/message-link.ts', 'src/storage/database.ts'],
  ['switches-imports', 'src/switches/desk.ts', 'src/families/accounts/family.ts'],
  ['institutions-imports', 'src/institutions/institution.ts', 'src/ledger/post.ts'],
  ['history-imports', 'src/history/archive.ts', 'src/audit/trail.ts'],
  ['audit-imports', 'src/audit/trail.ts', 'src/access/partner.ts'],
  ['mail-imports', 'src/mail/outbox.ts', 'src/audit/trail.ts'],
  ['events-imports', 'src/events/event-outbox.ts', 'src/audit/trail.ts'],
  ['cards-imports', 'src/cards/preferences.ts', 'src/institutions/institution.ts'],
  ['rules-imports', 'src/rules/fee-table.ts', 'src/jobs/end-of-day.ts'],
  ['records-imports', 'src/records/change-record.ts', 'src/access/partner.ts'],
  ['access-imports', 'src/access/session.ts', 'src/http/problem.ts'],
  ['jobs-imports', 'src/jobs/end-of-day.ts', 'src/ledger/post.ts'],
  ['ledger-imports', 'src/ledger/post.ts', 'src/core/core.ts'],
  ['ledger-imports', 'src/ledger/entry.ts', 'src/families/accounts/family.ts'],
  ['loans-imports', 'src/loans/lifecycle.ts', 'src/tokens/token.ts'],
  ['tokens-imports', 'src/tokens/mint.ts', 'src/http/problem.ts'],
  ['core-imports', 'src/core/outcome.ts', 'src/families/accounts/family.ts'],
  ['core-imports', 'src/core/builtin/deposit.ts', 'src/channel/channel.ts'],
  ['event-delivery-imports', 'src/event-delivery/sequencer.ts', 'src/channel/channel.ts'],
  ['channel-imports', 'src/channel/gateway-checks.ts', 'src/families/accounts/family.ts'],
  ['properties-imports', 'src/properties/properties.ts', 'src/institutions/institution.ts'],
  ['transactions-imports', 'src/transactions/search.ts', 'src/families/accounts/family.ts'],
  ['exceptions-imports', 'src/exceptions/resolve.ts', 'src/dashboard/rollups.ts'],
  ['change-requests-imports', 'src/change-requests/change-gate.ts', 'src/jobs/periodic.ts'],
  ['search-imports', 'src/search/record-search.ts', 'src/http/problem.ts'],
  ['business-days-imports', 'src/business-days/totals.ts', 'src/http/problem.ts'],
  ['customers-imports', 'src/customers/accounts.ts', 'src/exceptions/resolve.ts'],
  ['dashboard-imports', 'src/dashboard/rollups.ts', 'src/http/problem.ts'],
  ['observability-imports', 'src/observability/metrics.ts', 'src/http/problem.ts'],
  ['edge-imports', 'src/edge/partner-family.ts', 'src/families/lending/family.ts'],
  ['edge-imports', 'src/edge/partner-operation.ts', 'src/loans/lifecycle.ts'],
  ['http-imports', 'src/http/operation.ts', 'src/edge/partner-family.ts'],
  ['access-imports', 'src/access/sign-out.ts', 'src/edge/partner-family.ts'],
  ['tokens-imports', 'src/tokens/token-bank.fixture.ts', 'src/core/core.ts'],
  ['loans-imports', 'src/loans/loan-bank.fixture.ts', 'src/wire/bank.ts'],
  ['edge-imports', 'src/edge/resource/resource.ts', 'src/families/accounts/family.ts'],
  ['edge-imports', 'src/edge/resource/envelope.ts', 'src/ledger/post.ts'],
  ['http-imports', 'src/http/family.ts', 'src/edge/resource/resource.ts'],
  ['families-imports', 'src/families/accounts/cash-withdrawal.ts', 'src/wire.ts'],
  ['families-imports', 'src/families/accounts/health.ts', 'src/wire/bank.ts'],
  ['families-imports', 'src/families/accounts/balance-inquiry.ts', 'src/sandbox/scenario.ts'],
  ['families-imports', 'src/families/accounts/mini-statement.ts', 'src/config.ts'],
  ['no-family-to-family', 'src/families/lending/offer.ts', 'src/families/accounts/family.ts'],
  ['no-codes-in-concepts', 'src/loans/offer.ts', 'src/kernel/catalogue/catalogue.ts'],
  ['no-codes-in-concepts', 'src/http/server.ts', 'src/kernel/catalogue/catalogue.ts'],
  ['sandbox-imports', 'src/sandbox/customers.ts', 'src/families/accounts/family.ts'],
  ['sandbox-imports', 'src/sandbox/terminals.ts', 'src/http/problem.ts'],
  ['config-imports', 'src/config.ts', 'src/storage/pool.ts'],
  ['configured-imports', 'src/master-key.ts', 'src/ledger/entry.ts'],
  ['no-part-without-a-rule', 'src/cli/main.ts', 'src/drawer/odds-and-ends.ts'],
  ['no-imports-by-a-part-without-a-rule', 'src/attic/box.ts', 'src/kernel/money.ts'],
  ['sdk-imports', 'sdk/src/client.ts', 'src/kernel/money.ts'],
  ['sdk-needs-no-package', 'sdk/src/transport.ts', 'node_modules/dependency/index.js'],
  ['console-imports', 'console/src/main.tsx', 'src/kernel/money.ts'],
  ['console-area-to-area', 'console/src/pages/users/user-page.tsx', 'console/src/pages/roles/role-page.tsx'],
  ['console-kit-imports', 'console/src/kit/facts.tsx', 'console/src/pages/roles/role-page.tsx'],
  ['console-kit-imports', 'console/src/session/session.ts', 'console/src/shell/menu.tsx'],
  ['example-imports', 'examples/rest-core/server.ts', 'src/kernel/money.ts'],
  ['example-imports', 'examples/rest-core/bank.ts', 'node_modules/dependency/index.js'],
  ['no-tooling-in-production', 'src/cli/bench.ts', 'bench/run.ts'],
  ['no-tooling-in-production', 'src/cli/core-check.ts', 'examples/rest-core/bank.ts'],
  ['no-tooling-in-production', 'src/lifecycle.ts', 'test/support/postgres.ts'],
  ['no-tooling-in-production', 'src/cli/verify.ts', 'src/kernel/money.test.ts'],
  ['no-tooling-in-production', 'src/access/sign-in.ts', 'src/access/sign-in.fixture.ts'],
  ['no-tooling-in-production', 'src/channel/choose-channel.ts', 'src/channel/conformance.ts'],
  ['no-tooling-in-production', 'src/channel/builtin/builtin-channel.ts', 'src/channel/conformance/desk.ts'],
  [
    'no-tooling-in-production',
    'src/tokens/ledgers/builtin/builtin-ledger.ts',
    'src/tokens/ledgers/conformance/desk.ts',
  ],
  ['no-dev-dependency-in-production', 'src/kernel/ids.ts', 'node_modules/dev-tool/index.js'],
  ['no-undeclared-dependency', 'src/kernel/secrets.ts', 'node_modules/lucky-find/index.js'],
  ['no-unresolvable', 'src/kernel/problem.ts', './nowhere.ts'],
  ['no-index-file', 'src/cli/migrate.ts', 'src/kernel/index.ts'],
]

// Two rules need more than one import and have their own tests.
const CYCLE = 'no-cycle'
const BARREL = 'no-barrel'

// One row per import that must stay allowed.
const ALLOWED: [from: string, to: string][] = [
  ['src/http/server.ts', 'src/kernel/problem.ts'],
  ['src/storage/database.ts', 'src/kernel/problem.ts'],
  ['src/records/change-record.ts', 'src/audit/trail.ts'],
  ['src/institutions/institution.ts', 'src/records/change-record.ts'],
  ['src/jobs/end-of-day.ts', 'src/institutions/institution.ts'],
  ['src/ledger/post.ts', 'src/institutions/institution.ts'],
  ['src/ledger/post.ts', 'src/ledger/entry.ts'],
  ['src/loans/lifecycle.ts', 'src/ledger/post.ts'],
  ['src/tokens/mint.ts', 'src/rules/fee-table.ts'],
  ['src/core/builtin/cash-withdrawal.ts', 'src/ledger/post.ts'],
  ['src/core/builtin/cash-withdrawal.ts', 'src/storage/database.ts'],
  ['src/edge/partner-family.ts', 'src/access/session.ts'],
  ['src/edge/partner-family.ts', 'src/audit/trail.ts'],
  ['src/edge/partner-family.ts', 'src/institutions/institution.ts'],
  ['src/edge/partner-family.ts', 'src/http/server.ts'],
  ['src/edge/partner-family.ts', 'src/kernel/catalogue/catalogue.ts'],
  ['src/families/lending/family.ts', 'src/edge/partner-family.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/core/core.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/http/server.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/edge/resource/resource.ts'],
  ['src/edge/resource/resource.ts', 'src/http/server.ts'],
  ['src/edge/resource/resource.ts', 'src/institutions/institution.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/kernel/catalogue/catalogue.ts'],
  ['src/families/accounts/cash-withdrawal.ts', 'src/families/accounts/family.ts'],
  ['src/families/accounts/cash-withdrawal.test.ts', 'src/families/lending/family.ts'],
  ['src/kernel/money.test.ts', 'test/support/postgres.ts'],
  ['src/kernel/money.test.ts', 'node_modules/dev-tool/index.js'],
  ['src/access/sign-in.test.ts', 'src/access/sign-in.fixture.ts'],
  ['src/access/sign-in.fixture.ts', 'test/support/postgres.ts'],
  ['src/tokens/mint.fixture.ts', 'src/ledger/post.ts'],
  ['src/channel/builtin/builtin-channel.test.ts', 'src/channel/conformance.ts'],
  ['src/channel/conformance/desk.ts', 'test/support/postgres.ts'],
  ['src/tokens/ledgers/conformance/desk.ts', 'test/support/until.ts'],
  ['src/channel/builtin/builtin-channel.ts', 'src/core/core.ts'],
  ['src/exceptions/resolve.ts', 'src/transactions/search.ts'],
  ['src/kernel/ids.ts', 'node_modules/dependency/index.js'],
  ['src/kernel/clock.ts', 'node:sqlite'],
  ['src/sandbox/customers.ts', 'src/core/core.ts'],
  ['src/config.ts', 'src/kernel/problem.ts'],
  ['src/wire.ts', 'src/families/accounts/cash-withdrawal.ts'],
  ['src/wire.ts', 'src/families/lending/family.ts'],
  ['src/wire.ts', 'src/sandbox/customers.ts'],
  ['src/wire.ts', 'src/wire/bank.ts'],
  ['src/wire/bank.ts', 'src/core/core.ts'],
  ['src/lifecycle.ts', 'src/sandbox/customers.ts'],
  ['src/cli/main.ts', 'src/lifecycle.ts'],
  ['src/cli/main.ts', 'src/wire.ts'],
  ['bin/tillgate.js', 'src/cli/main.ts'],
  ['sdk/src/client.ts', 'contract/accounts.json'],
  ['sdk/src/client.ts', 'sdk/src/generated.ts'],
  ['sdk/generate.ts', 'node_modules/dev-tool/index.js'],
  ['console/src/pages/users/user-page.tsx', 'console/src/kit/facts.tsx'],
  ['console/src/pages/users/user-page.tsx', 'sdk/src/client.ts'],
  ['console/src/pages/users/user-page.tsx', 'console/src/pages/users/user-form.tsx'],
  ['console/src/router.tsx', 'console/src/pages/users/user-page.tsx'],
  ['test/journeys/withdraw.test.ts', 'sdk/src/client.ts'],
  ['bench/run.ts', 'test/support/postgres.ts'],
  ['examples/rest-core/server.ts', 'examples/rest-core/bank.ts'],
  ['examples/rest-core/server.ts', 'node:http'],
  ['test/rest-core/example.test.ts', 'examples/rest-core/bank.ts'],
]

test('every forbidden import is reported by its rule, and nothing else', (t) => {
  const root = plantTree(
    t,
    BREACHES.map(([, from, to]) => [from, to]),
  )
  const { modules, violations } = checkImportRules(root)

  assert.ok(modules > BREACHES.length, `only ${modules} modules were cruised`)
  const expected = BREACHES.map(([rule, from, to]) => `${rule}: ${from} → ${to}`)
  assert.deepEqual(violations.map(({ rule, from, to }) => `${rule}: ${from} → ${to}`).sort(), expected.sort())
})

test('every rule has a violation that proves it', () => {
  const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as {
    forbidden: readonly { readonly name: string }[]
  }
  const broken = new Set([...BREACHES.map(([rule]) => rule), CYCLE, BARREL])
  assert.deepEqual([...broken].sort(), forbidden.map(({ name }) => name).sort())
})

test('a cycle is forbidden, even one made of types only', (t) => {
  const root = plantTree(t, [])
  plant(root, 'src/ledger/journal.ts', `import type { Entry } from './entry.ts'\nexport type Journal = Entry[]\n`)
  plant(
    root,
    'src/ledger/entry.ts',
    `import type { Journal } from './journal.ts'\nexport interface Entry { of: Journal }\n`,
  )

  const { violations } = checkImportRules(root)
  assert.deepEqual(new Set(violations.map(({ rule }) => rule)), new Set([CYCLE]))
  assert.match(violations[0]!.from, /^src\/ledger\/(journal|entry)\.ts$/)
})

test('a file that re-exports another file is a barrel', (t) => {
  const root = plantTree(t, [])
  plant(root, 'src/kernel/money.ts', 'export const cents = 100\n')
  plant(root, 'src/kernel/everything.ts', `export * from './money.ts'\n`)

  assert.deepEqual(checkImportRules(root).violations, [
    { rule: BARREL, from: 'src/kernel/everything.ts', to: 'src/kernel/money.ts' },
  ])
})

test('the imports that the design allows pass', (t) => {
  const { modules, violations } = checkImportRules(plantTree(t, ALLOWED))

  assert.ok(modules > 20, `only ${modules} modules were cruised`)
  assert.deepEqual(violations, [])
})

test('a tree without sources does not pass', (t) => {
  const root = plantTree(t, [])
  plant(root, 'test/lonely.test.ts', 'export {}\n')

  assert.throws(() => checkImportRules(root), /no TypeScript file in src/)
})

// Creates a project with the real configuration whose files import each other as listed.
function plantTree(t: TestContext, imports: [from: string, to: string][]): string {
  const root = mkdtempSync(join(tmpdir(), 'tillgate-imports-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  cpSync(join(project, '.dependency-cruiser.cjs'), join(root, '.dependency-cruiser.cjs'))
  const manifest = { type: 'module', dependencies: { dependency: '1.0.0' }, devDependencies: { 'dev-tool': '1.0.0' } }
  plant(root, 'package.json', JSON.stringify(manifest))
  plant(root, 'sdk/package.json', JSON.stringify({ type: 'module' }))

  const lines = new Map<string, string[]>()
  for (const [from, to] of imports) {
    lines.set(from, [...(lines.get(from) ?? []), `import ${JSON.stringify(specifier(from, to))}\n`])
    if (isFile(to) && !lines.has(to)) lines.set(to, [])
  }
  for (const [file, content] of lines) plant(root, file, file.endsWith('.json') ? '{}' : content.join(''))
  return root
}

function isFile(to: string): boolean {
  return !to.startsWith('node:') && !to.startsWith('.')
}

function specifier(from: string, to: string): string {
  if (!isFile(to)) return to
  const installed = /^node_modules\/([^/]+)\//.exec(to)
  return installed?.[1] ?? `${dirname(from).replaceAll(/[^/]+/g, '..')}/${to}`
}

function plant(root: string, file: string, content: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), content)
  const installed = /^node_modules\/([^/]+)\/index\.js$/.exec(file)?.[1]
  if (installed) plant(root, `node_modules/${installed}/package.json`, JSON.stringify({ name: installed }))
}
