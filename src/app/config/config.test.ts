import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config.ts'
import { ConfigError } from './config-error.ts'
import { CONFIG_VARIABLES } from './config-variables.ts'

const folder = mkdtempSync(join(tmpdir(), 'tillgate-config-'))
after(() => rmSync(folder, { recursive: true }))
const readable = join(folder, 'readable')
writeFileSync(readable, 'x')
const empty = join(folder, 'empty')
writeFileSync(empty, '\n')
const databaseUrlFile = join(folder, 'database-url')
writeFileSync(databaseUrlFile, 'postgresql://u:p@db:5432/till\n')
const SECRETS = ['DATABASE_URL', 'SMTP_URL', 'OIDC_CLIENT_SECRET', 'MANAGEMENT_TOKEN']
const KEY = Buffer.alloc(32, 7).toString('base64')

// One row per mistake: the environment, and the start of the error line.
const MISTAKES: [env: Record<string, string>, line: RegExp][] = [
  [{ ENVIRONMENT: 'production' }, /^ENVIRONMENT takes one of sandbox, qa, uat, prod$/],
  [{ PORT: '-1' }, /^PORT takes a whole number from 0 to 65535$/],
  [{ PORT: '65536' }, /^PORT takes a whole number from 0 to 65535$/],
  [{ PORT: '80a' }, /^PORT takes/],
  [{ PORT: '8080.5' }, /^PORT takes/],
  [{ MANAGEMENT_PORT: 'http' }, /^MANAGEMENT_PORT takes a whole number from 0 to 65535$/],
  [{ HOST: '256.0.0.1' }, /^HOST takes an IP address or a host name/],
  [{ HOST: 'http://x' }, /^HOST takes/],
  [{ MANAGEMENT_HOST: 'a b' }, /^MANAGEMENT_HOST takes/],
  [{ MANAGEMENT_HOST: '0.0.0.0' }, /^MANAGEMENT_TOKEN is required when MANAGEMENT_HOST is not a loopback address$/],
  [{ MANAGEMENT_HOST: '::' }, /^MANAGEMENT_TOKEN is required/],
  [{ MANAGEMENT_HOST: 'gateway.example' }, /^MANAGEMENT_TOKEN is required/],
  [{ MANAGEMENT_TOKEN: 'short' }, /^MANAGEMENT_TOKEN takes 16 to 512 visible ASCII characters without spaces$/],
  [{ MANAGEMENT_TOKEN: 'with a space in it, long' }, /^MANAGEMENT_TOKEN takes/],
  [
    { MANAGEMENT_EXPOSE: 'env' },
    /^MANAGEMENT_EXPOSE takes names out of beans, threaddump, heapdump, separated by commas$/,
  ],
  [{ MANAGEMENT_EXPOSE: '*' }, /^MANAGEMENT_EXPOSE takes/],
  [{ MANAGEMENT_EXPOSE: 'beans heapdump' }, /^MANAGEMENT_EXPOSE takes/],
  [
    { ENVIRONMENT: 'prod', MASTER_KEY: KEY, MANAGEMENT_EXPOSE: 'health, heapdump' },
    /^MANAGEMENT_TOKEN is required in prod when MANAGEMENT_EXPOSE names heapdump$/,
  ],
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4317' },
    /^OTEL_EXPORTER_OTLP_ENDPOINT takes the http:\/\/ or https:\/\/ address/,
  ],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER takes one of always_on, always_off, traceidratio/],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, /^OTEL_TRACES_SAMPLER_ARG takes a number from 0 to 1$/],
  [{ DATABASE_URL: 'mysql://db/x' }, /^DATABASE_URL takes postgres:\/\/user:password@host:port\/database$/],
  [{ DATABASE_URL: 'not a url' }, /^DATABASE_URL takes/],
  [{ DATABASE_URL: 'postgres://u:p@db1,db2/till' }, /^DATABASE_URL takes one host: several servers stand behind/],
  [{ DATABASE_URL: 'postgres://u:p@db1:5432,db2:5432/till' }, /^DATABASE_URL takes one host/],
  [{ DATABASE_URL: 'postgres:///till?host=db1,db2' }, /^DATABASE_URL takes one host/],
  [
    { DATABASE_URL: 'postgres://u@db/till' },
    /^ENVIRONMENT is required when DATABASE_URL is set: it takes one of sandbox, qa, uat, prod$/,
  ],
  [{ DATABASE_URL: 'postgres://u@db/till', ENVIRONMENT: ' ' }, /^ENVIRONMENT is required when DATABASE_URL is set/],
  [{ DATABASE_URL_FILE: databaseUrlFile }, /^ENVIRONMENT is required when DATABASE_URL is set/],
  [{ DATABASE_URL_FILE: readable }, /^DATABASE_URL_FILE: the file takes postgres:\/\/user:password@host:port/],
  [{ SMTP_URL_FILE: readable, MAIL_FROM: 'a@b.example' }, /^SMTP_URL_FILE: the file takes smtp:\/\/ or smtps:/],
  [{ MANAGEMENT_TOKEN_FILE: readable }, /^MANAGEMENT_TOKEN_FILE: the file takes 16 to 512 visible ASCII/],
  ...SECRETS.flatMap((name): typeof MISTAKES => [
    [{ [name]: 'a-secret', [`${name}_FILE`]: readable }, new RegExp(`^${name} and ${name}_FILE are both set; set one`)],
    [{ [`${name}_FILE`]: join(folder, 'no') }, new RegExp(`^${name}_FILE takes the path of a file that this process`)],
    [{ [`${name}_FILE`]: empty }, new RegExp(`^${name}_FILE names an empty file`)],
  ]),
  [{ DATABASE_WAIT_SECONDS: 'long' }, /^DATABASE_WAIT_SECONDS takes a whole number from 0 to 3600$/],
  [{ EVM_KEY_FILE: readable }, /^EVM_RPC_URLS is required when EVM_KEY_FILE is set$/],
  [{ EVM_RPC_URLS: 'ws://user:hunter2@x' }, /^EVM_RPC_URLS takes 1 to 10 http:\/\/ or https:\/\/ addresses/],
  [{ EVM_RPC_URLS: 'http://x' }, /^EVM_KEY_FILE \(or EVM_SIGNER_URL\) is required when EVM_RPC_URLS is set$/],
  [
    { EVM_RPC_URLS: 'http://x', EVM_KEY_FILE: readable },
    /^EVM_KEY_PASSWORD_FILE is required when EVM_KEY_FILE is set$/,
  ],
  [{ EVM_RPC_URLS: 'http://x', EVM_RAW_KEY_FILE: readable }, /^EVM_LEDGER_ADDRESS takes an address/],
  [
    { ENVIRONMENT: 'qa', MASTER_KEY: KEY, EVM_RPC_URLS: 'http://x', EVM_RAW_KEY_FILE: readable },
    /^EVM_RAW_KEY_FILE is for the sandbox only$/,
  ],
  [{ EVM_RPC_URLS: 'http://x', EVM_SIGNER_URL: 'http://u:hunter2@s' }, /^EVM_SIGNER_ADDRESS takes an address/],
  [{ EVM_RPC_URLS: 'http://x', EVM_FEES: 'cheap' }, /^EVM_FEES takes one of eip1559, legacy, zero$/],
  [{ EVM_RPC_URLS: 'http://x', EVM_MAX_FEE_GWEI: '-1' }, /^EVM_MAX_FEE_GWEI takes a number of gwei/],
  [
    {
      EVM_RPC_URLS: 'http://x',
      EVM_RAW_KEY_FILE: readable,
      EVM_LEDGER_ADDRESS: `0x${'a'.repeat(40)}`,
      EVM_FINALITY: '0',
    },
    /^EVM_FINALITY takes instant, finalized or a number of blocks from 1 to 10000$/,
  ],
  [{ WORKERS: '0' }, /^WORKERS takes auto or a whole number from 1 to 128$/],
  [{ WORKERS: 'all' }, /^WORKERS takes auto or a whole number from 1 to 128$/],
  [{ WORKERS: '2' }, /^WORKERS takes 1 or auto without DATABASE_URL: one process opens the embedded database$/],
  [{ DATABASE_POOL: '1' }, /^DATABASE_POOL takes a whole number from 2 to 200$/],
  [
    { ENVIRONMENT: 'prod' },
    /^MASTER_KEY \(or MASTER_KEY_FILE, MASTER_KEY_FILES, MASTER_KEY_COMMAND\) is required in prod: it takes base64/,
  ],
  [{ ENVIRONMENT: 'qa', MASTER_KEY: ' ' }, /^MASTER_KEY \(or .*\) is required in qa/],
  [{ MASTER_KEY: KEY, MASTER_KEY_FILE: readable }, /^MASTER_KEY and MASTER_KEY_FILE are both set; set one of them$/],
  [
    { MASTER_KEY_FILE: readable, MASTER_KEY_FILES: `${readable},${folder}`, MASTER_KEY_COMMAND: 'echo' },
    /^MASTER_KEY_FILE and MASTER_KEY_FILES and MASTER_KEY_COMMAND are all set/,
  ],
  [
    { MASTER_KEY: KEY, MASTER_KEY_PREVIOUS: KEY, MASTER_KEY_PREVIOUS_COMMAND: 'echo' },
    /^MASTER_KEY_PREVIOUS and MASTER_KEY_PREVIOUS_COMMAND are both set/,
  ],
  [{ MASTER_KEY_PREVIOUS: KEY }, /^MASTER_KEY_PREVIOUS is set, but MASTER_KEY is not/],
  [{ MASTER_KEY_FILES: readable }, /^MASTER_KEY_FILES takes the paths of two or more files, separated by commas/],
  [{ MASTER_KEY_FILES: `${readable},${readable}` }, /^MASTER_KEY_FILES takes the paths of two or more files/],
  [
    { MASTER_KEY_FILES: `${readable},${join(folder, 'missing')}` },
    /^MASTER_KEY_FILES takes the path .*missing is not$/,
  ],
  [{ RULES_DIR: join(folder, 'missing') }, /^RULES_DIR takes the path of a folder that this process can read/],
  [{ RULES_DIR: readable }, /^RULES_DIR takes the path of a folder/],
  [
    { MASTER_KEY_FILE: join(folder, 'missing') },
    /^MASTER_KEY_FILE takes the path of a file that this process can read/,
  ],
  [{ TLS_CERT_FILE: readable }, /^TLS_KEY_FILE is required when TLS_CERT_FILE is set$/],
  [{ TLS_KEY_FILE: readable }, /^TLS_CERT_FILE is required when TLS_KEY_FILE is set$/],
  [{ TLS_CERT_FILE: join(folder, 'no'), TLS_KEY_FILE: readable }, /^TLS_CERT_FILE takes the path of a file/],
  [{ TLS_CERT_FILE: readable, TLS_KEY_FILE: join(folder, 'no') }, /^TLS_KEY_FILE takes the path of a file/],
  [{ TLS_CERT_FILE: readable, TLS_KEY_FILE: readable }, /^TLS_CERT_FILE and TLS_KEY_FILE take a PEM certificate/],
  [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /^TRUSTED_PROXIES takes IP addresses or CIDR ranges/],
  [{ TRUSTED_PROXIES: '10.0.0.1, proxy' }, /^TRUSTED_PROXIES takes/],
  [{ PUBLIC_URL: 'bank.example' }, /^PUBLIC_URL takes an http:\/\/ or https:\/\/ address/],
  [{ PUBLIC_URL: 'ftp://bank.example' }, /^PUBLIC_URL takes/],
  [{ SECURITY_CONTACT: 'security@bank.example' }, /^SECURITY_CONTACT takes mailto:/],
  [{ SECURITY_CONTACT: 'mailto:a@bank.example,http://bank.example' }, /^SECURITY_CONTACT takes mailto:/],
  [{ SMTP_URL: 'smtp://mail.example' }, /^MAIL_FROM is required when SMTP_URL is set$/],
  [{ MAIL_FROM: 'bank@example.com' }, /^SMTP_URL is required when MAIL_FROM is set$/],
  [{ SMTP_URL: 'http://mail.example', MAIL_FROM: 'a@b.example' }, /^SMTP_URL takes smtp:\/\/ or smtps:\/\//],
  [{ SMTP_URL: 'mail.example:25', MAIL_FROM: 'a@b.example' }, /^SMTP_URL takes/],
  [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' }, /^SMTP_URL takes/],
  [{ SMTP_URL: 'smtp://mail.example/inbox', MAIL_FROM: 'a@b.example' }, /^SMTP_URL takes/],
  [{ SMTP_URL: 'smtp://mail.example?tls.rejectUnauthorized=false', MAIL_FROM: 'a@b.example' }, /^SMTP_URL takes/],
  [{ SMTP_URL: 'smtp://u:100%@mail.example', MAIL_FROM: 'a@b.example' }, /^SMTP_URL takes/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'nobody' }, /^MAIL_FROM takes an address, such as/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example, c@d.example' }, /^MAIL_FROM takes/],
  [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'Bank <a@b.example>\r\nBcc: c@d.example' }, /^MAIL_FROM takes/],
  [{ OIDC_ISSUER: 'https://id.example' }, /^OIDC_CLIENT_ID is required when OIDC_ISSUER is set$/],
  [{ OIDC_CLIENT_ID: 'till' }, /^OIDC_ISSUER is required when OIDC_CLIENT_ID or OIDC_CLIENT_SECRET is set$/],
  [{ OIDC_CLIENT_SECRET: 's' }, /^OIDC_ISSUER is required/],
  [{ OIDC_ISSUER: 'http://id.example', OIDC_CLIENT_ID: 'till' }, /^OIDC_ISSUER takes an https:\/\/ address/],
  [{ OIDC_ISSUER: 'http://localhost.example', OIDC_CLIENT_ID: 'till' }, /^OIDC_ISSUER takes/],
  [{ OIDC_ISSUER: 'https://id.example/?a=b', OIDC_CLIENT_ID: 'till' }, /^OIDC_ISSUER takes/],
  [{ OIDC_ISSUER: 'id.example', OIDC_CLIENT_ID: 'till' }, /^OIDC_ISSUER takes/],
  [
    { ENVIRONMENT: 'prod', MASTER_KEY: KEY, OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'till' },
    /^PUBLIC_URL is required in prod when OIDC_ISSUER is set$/,
  ],
  [{ RETENTION_MONTHS: 'books=12' }, /^RETENTION_MONTHS takes months per group.* at least 13/],
  [{ RETENTION_MONTHS: 'inquiries=0' }, /^RETENTION_MONTHS takes/],
  [
    { RETENTION_MONTHS: 'ledger=25' },
    /^RETENTION_MONTHS takes .*groups are books, inquiries, tokens, keys, lending, audit/,
  ],
  [{ RETENTION_MONTHS: 'books' }, /^RETENTION_MONTHS takes/],
  [{ RETENTION_MONTHS: 'books=40' }, /^RETENTION_MONTHS must keep tokens for as long as books/],
  [{ RETENTION_MONTHS: 'lending=24,keys=25' }, /^RETENTION_MONTHS must keep lending for as long as keys/],
  [{ LOG_LEVEL: 'verbose' }, /^LOG_LEVEL takes one of trace, debug, info, warn, error, fatal, silent$/],
]

for (const [env, line] of MISTAKES) {
  test(`${JSON.stringify(env).replaceAll(folder, '…').replaceAll(KEY, '<key>')} is rejected`, () => {
    assert.throws(
      () => readConfig(env),
      (error) => {
        assert.ok(error instanceof ConfigError)
        assert.match(error.message, line)
        assert.doesNotMatch(error.message, /\n/)
        return true
      },
    )
  })
}

test('an error about a secret does not show the secret', () => {
  for (const env of [
    { MANAGEMENT_TOKEN: 'hunter2' },
    { DATABASE_URL: 'postgres-url-with-hunter2' },
    { SMTP_URL: 'http://u:hunter2@mail.example', MAIL_FROM: 'a@b.example' },
    { OIDC_CLIENT_SECRET: 'hunter2' },
  ]) {
    assert.throws(
      () => readConfig(env),
      (error) => error instanceof ConfigError && !error.message.includes('hunter2'),
    )
  }
})

test('an empty environment is a sandbox on the embedded database', () => {
  assert.deepEqual(readConfig({}), {
    environment: 'sandbox',
    host: '0.0.0.0',
    port: 8080,
    workers: 1,
    management: { host: '127.0.0.1', port: 9090, exposed: [] },
    database: { pool: 10, waitMs: 60_000 },
    dataDir: './data',
    archive: {
      dir: './archive',
      retention: { books: 25, inquiries: 13, tokens: 25, keys: 13, lending: 85, audit: 85 },
    },
    rulesDir: './rules.d',
    trustedProxies: [],
    securityContacts: [],
    logLevel: 'info',
    sandboxTraffic: true,
    docs: true,
  })
})

test('empty values count as not set', () => {
  const empty = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, ' ']))
  assert.deepEqual(readConfig(empty), readConfig({}))
})

test('every variable except TLS is read', () => {
  const config = readConfig({
    ENVIRONMENT: 'prod',
    HOST: '::',
    PORT: '0',
    MANAGEMENT_HOST: '0.0.0.0',
    MANAGEMENT_PORT: '9191',
    MANAGEMENT_TOKEN: 'a-long-enough-token',
    MANAGEMENT_EXPOSE: 'heapdump, beans, info',
    DATABASE_URL: 'postgresql://u:p@db:5432/till',
    WORKERS: '4',
    DATABASE_POOL: '20',
    DATABASE_WAIT_SECONDS: '5',
    DATA_DIR: '/var/lib/tillgate',
    ARCHIVE_DIR: '/var/lib/archive',
    RETENTION_MONTHS: 'books=13, inquiries=1',
    RULES_DIR: folder,
    ISO8583_DIALECTS_DIR: folder,
    MASTER_KEY: KEY,
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
    PUBLIC_URL: 'https://bank.example/',
    SECURITY_CONTACT: 'mailto:security@bank.example, https://bank.example/report',
    SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
    MAIL_FROM: 'Bänk <no-reply@bank.example>',
    OIDC_ISSUER: 'https://id.example/realm',
    OIDC_CLIENT_ID: 'tillgate',
    OIDC_CLIENT_SECRET: 'provider-secret',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp',
    OTEL_TRACES_SAMPLER: 'traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
    LOG_LEVEL: 'warn',
    SANDBOX_TRAFFIC: 'off',
    DOCS: 'off',
  })
  assert.deepEqual(config, {
    environment: 'prod',
    sandboxTraffic: false,
    docs: false,
    host: '::',
    port: 0,
    workers: 4,
    management: {
      host: '0.0.0.0',
      port: 9191,
      token: 'a-long-enough-token',
      exposed: ['beans', 'heapdump'],
    },
    database: { url: 'postgresql://u:p@db:5432/till', pool: 20, waitMs: 5_000 },
    dataDir: '/var/lib/tillgate',
    archive: {
      dir: '/var/lib/archive',
      retention: { books: 13, inquiries: 1, tokens: 25, keys: 13, lending: 85, audit: 85 },
    },
    rulesDir: folder,
    dialectsDir: folder,
    masterKey: { variable: 'MASTER_KEY', value: KEY },
    trustedProxies: ['10.0.0.0/8', '::1'],
    publicUrl: 'https://bank.example',
    securityContacts: ['mailto:security@bank.example', 'https://bank.example/report'],
    mail: { smtpUrl: 'smtps://user:p%40ss@mail.example:465', from: 'Bänk <no-reply@bank.example>' },
    oidc: { issuer: 'https://id.example/realm', clientId: 'tillgate', clientSecret: 'provider-secret' },
    traces: { endpoint: 'https://collector.example/otlp', sampler: 'traceidratio', ratio: 0.25 },
    logLevel: 'warn',
  })
})

test('every secret can be given as a file', () => {
  const fileOf = (name: string, value: string) => {
    writeFileSync(join(folder, name), `${value}\n`)
    return join(folder, name)
  }
  const config = readConfig({
    ENVIRONMENT: 'prod',
    MASTER_KEY_FILE: fileOf('key', KEY),
    DATABASE_URL_FILE: databaseUrlFile,
    MANAGEMENT_TOKEN_FILE: fileOf('token', 'a-long-enough-token'),
    SMTP_URL_FILE: fileOf('smtp', 'smtps://user:p%40ss@mail.example:465'),
    MAIL_FROM: 'no-reply@bank.example',
    PUBLIC_URL: 'https://bank.example',
    OIDC_ISSUER: 'https://id.example/realm',
    OIDC_CLIENT_ID: 'tillgate',
    OIDC_CLIENT_SECRET_FILE: fileOf('oidc', 'provider-secret'),
  })
  assert.equal(config.database.url, 'postgresql://u:p@db:5432/till')
  assert.equal(config.management.token, 'a-long-enough-token')
  assert.equal(config.mail?.smtpUrl, 'smtps://user:p%40ss@mail.example:465')
  assert.equal(config.oidc?.clientSecret, 'provider-secret')
})

test('a mail server needs no password; an OpenID provider on this machine needs neither TLS nor a secret', () => {
  const config = readConfig({
    SMTP_URL: 'smtp://127.0.0.1:2525',
    MAIL_FROM: 'bank@example.com',
    OIDC_ISSUER: 'http://[::1]:3000',
    OIDC_CLIENT_ID: 'till',
  })
  assert.deepEqual(config.mail, { smtpUrl: 'smtp://127.0.0.1:2525', from: 'bank@example.com' })
  assert.deepEqual(config.oidc, { issuer: 'http://[::1]:3000', clientId: 'till' })
})

const openssl = spawnSync('openssl', ['version']).status === 0
test('a certificate and its key are read as a pair', { skip: openssl ? false : 'openssl is not installed' }, () => {
  const pairs = ['one', 'other'].map((name) => {
    const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
    const pair = ['-keyout', keyFile, '-out', certFile, '-subj', '/CN=localhost']
    execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...pair], { stdio: 'ignore' })
    return { certFile, keyFile }
  })
  const [one, other] = pairs as [(typeof pairs)[0], (typeof pairs)[0]]
  assert.deepEqual(readConfig({ TLS_CERT_FILE: one.certFile, TLS_KEY_FILE: one.keyFile }).tls, one)
  assert.throws(
    () => readConfig({ TLS_CERT_FILE: one.certFile, TLS_KEY_FILE: other.keyFile }),
    /^ConfigError: TLS_CERT_FILE and TLS_KEY_FILE take a PEM certificate and the private key that belongs to it$/,
  )
})

test('auto is a worker per core on PostgreSQL, and a single process on the embedded database', () => {
  assert.equal(readConfig({ WORKERS: 'auto' }).workers, 1)
  assert.equal(
    readConfig({ WORKERS: 'auto', ENVIRONMENT: 'sandbox', DATABASE_URL: 'postgres://u@db/till' }).workers,
    Math.min(128, availableParallelism()),
  )
})
