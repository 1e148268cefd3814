// Every variable that the process reads. The table of docs/guides/configuration.md must have the same rows.

export interface ConfigVariable {
  readonly name: string
  /** The default as the table shows it; in brackets when it is not a value. */
  readonly default: string
  readonly meaning: string
}

export const CONFIG_VARIABLES = [
  {
    name: 'ENVIRONMENT',
    default: '(sandbox)',
    meaning:
      'One of `sandbox`, `qa`, `uat`, `prod`. Required with `DATABASE_URL`: a database belongs to the environment that it was first ' +
      'prepared in, and others refuse it. Only the sandbox has synthetic data and known credentials.',
  },
  { name: 'HOST', default: '0.0.0.0', meaning: 'Address of the public listener.' },
  { name: 'PORT', default: '8080', meaning: 'Port of the public listener; 0 picks a free one.' },
  {
    name: 'WORKERS',
    default: '1',
    meaning:
      'Processes that serve requests behind that port, 1 to 128; `auto` is one per core. More than one needs `DATABASE_URL`.',
  },
  {
    name: 'ISO8583_PORT',
    default: '(off)',
    meaning:
      'Port for switches that speak ISO 8583, at the address of `HOST`; 0 picks a free one. Needs `ISO8583_SWITCHES_FILE`.',
  },
  {
    name: 'ISO8583_SWITCHES_FILE',
    default: '(none)',
    meaning:
      'JSON file of the switches that may use that port ([ISO 8583](../cores.md#switches)). Read at the start; `SIGHUP` restarts.',
  },
  {
    name: 'MANAGEMENT_HOST',
    default: '127.0.0.1',
    meaning:
      'Address of the management listener, which may be called by this name, as `localhost` or by IP address. Anything but loopback needs `MANAGEMENT_TOKEN`.',
  },
  { name: 'MANAGEMENT_PORT', default: '9090', meaning: 'Port of the management listener; 0 picks a free one.' },
  {
    name: 'MANAGEMENT_TOKEN',
    default: '(none)',
    meaning:
      'Bearer token of the management listener, at least 16 characters. Health and info stay open. With it, the listener may be called by any `Host`.',
  },
  { name: 'MANAGEMENT_TOKEN_FILE', default: '(none)', meaning: 'File with the value of `MANAGEMENT_TOKEN`.' },
  {
    name: 'MANAGEMENT_EXPOSE',
    default: '(none)',
    meaning:
      'Which of `beans`, `threaddump` and `heapdump` the management listener offers, separated by commas. A heap dump ' +
      'contains keys and customer data. In `prod` it needs `MANAGEMENT_TOKEN`.',
  },
  {
    name: 'DATABASE_URL',
    default: '(embedded)',
    meaning:
      '`postgres://…` of a PostgreSQL 15 or later, its encoding UTF8. Without it the embedded database in `DATA_DIR` is used.',
  },
  { name: 'DATABASE_URL_FILE', default: '(none)', meaning: 'File with the value of `DATABASE_URL`.' },
  {
    name: 'DATABASE_POOL',
    default: '10',
    meaning: 'Connections to that PostgreSQL, 2 to 200. Several workers share them, with at least 4 each.',
  },
  {
    name: 'DATABASE_WAIT_SECONDS',
    default: '60',
    meaning:
      'How long a start waits for that PostgreSQL while it cannot be reached or no connection to it is free, 0 to 3600.',
  },
  {
    name: 'DATA_DIR',
    default: './data',
    meaning:
      'Folder of the embedded database and of the sandbox key. With less than 100 MB free on its disk the embedded ' +
      'database rejects writes.',
  },
  {
    name: 'SANDBOX_TRAFFIC',
    default: 'on',
    meaning:
      '`on` gives a new sandbox a week of synthetic transactions, on accounts of their own, so that its dashboard shows something; `off` does not.',
  },
  {
    name: 'DOCS',
    default: 'on',
    meaning: '`off`: neither `/docs`, the API reference, nor the documents of `/openapi` are served.',
  },
  {
    name: 'ARCHIVE_DIR',
    default: './archive',
    meaning: 'Folder that `tillgate archive` moves closed months to. Back it up: after that they are nowhere else.',
  },
  {
    name: 'RETENTION_MONTHS',
    default: 'books=25,inquiries=13,tokens=25,keys=13,lending=85,audit=85',
    meaning:
      'How many whole months `tillgate archive` leaves in the database, per group of tables; at least 13, of `inquiries` 1. ' +
      'Groups that are not named keep their default. See [history](../operations/history.md).',
  },
  {
    name: 'ISO8583_DIALECTS_DIR',
    default: '(none)',
    meaning: 'Folder of dialects of ISO 8583 beside the shipped ones, for cores; see [ISO 8583](../cores.md).',
  },
  {
    name: 'RULES_DIR',
    default: './rules.d',
    meaning: 'Folder of the decision tables. When set, it must exist; without a file, the rules of its name are off.',
  },
  {
    name: 'MASTER_KEY',
    default: '(sandbox: made once)',
    meaning:
      'Base64 of 32 random bytes, or several as `2:<base64>,1:<base64>`. Outside the sandbox, set this or one of the next three ([where it comes from](../security/master-key.md)).',
  },
  { name: 'MASTER_KEY_FILE', default: '(none)', meaning: 'File with the value of `MASTER_KEY`.' },
  {
    name: 'MASTER_KEY_FILES',
    default: '(none)',
    meaning:
      'Files of two or more custodians, separated by commas. Each holds one component, base64 of 32 bytes; the key is their XOR.',
  },
  {
    name: 'MASTER_KEY_COMMAND',
    default: '(none)',
    meaning:
      'Program that prints the value of `MASTER_KEY`, run by `/bin/sh -c` at the start of every process, for 30 s at most. Its output is never shown.',
  },
  {
    name: 'MASTER_KEY_PREVIOUS',
    default: '(none)',
    meaning: 'While a master key is replaced: the one before, with a lower number. It opens what it has sealed.',
  },
  { name: 'MASTER_KEY_PREVIOUS_FILE', default: '(none)', meaning: 'File with the value of `MASTER_KEY_PREVIOUS`.' },
  {
    name: 'MASTER_KEY_PREVIOUS_FILES',
    default: '(none)',
    meaning: 'Files with the components of `MASTER_KEY_PREVIOUS`, as `MASTER_KEY_FILES` takes them.',
  },
  {
    name: 'MASTER_KEY_PREVIOUS_COMMAND',
    default: '(none)',
    meaning: 'Program that prints the value of `MASTER_KEY_PREVIOUS`, as `MASTER_KEY_COMMAND` takes it.',
  },
  {
    name: 'TLS_CERT_FILE',
    default: '(none)',
    meaning: 'PEM certificate chain of the public listener; together with `TLS_KEY_FILE`.',
  },
  { name: 'TLS_KEY_FILE', default: '(none)', meaning: 'PEM private key of `TLS_CERT_FILE`.' },
  {
    name: 'TRUSTED_PROXIES',
    default: '(none)',
    meaning: 'Addresses or CIDR ranges, separated by commas, whose `x-forwarded-*` headers are trusted.',
  },
  {
    name: 'PUBLIC_URL',
    default: '(as bound)',
    meaning:
      'The URL by which callers reach the public listener. When set, single sign-on returns only there; without it, ' +
      'only to the address as bound and to loopback. Outside the sandbox single sign-on needs it.',
  },
  {
    name: 'SECURITY_CONTACT',
    default: '(none)',
    meaning:
      'Where weaknesses are reported, as `mailto:security@bank.example` or `https://…`, several separated by commas. With it ' +
      '`/.well-known/security.txt` is served.',
  },
  {
    name: 'SMTP_URL',
    default: '(none)',
    meaning:
      'Mail server as `smtp://user:password@host:port`, or `smtps://…` for TLS from the start. With a password and not ' +
      'on this machine it must offer STARTTLS. Without it the sandbox keeps mails in its mailbox; other environments send none.',
  },
  { name: 'SMTP_URL_FILE', default: '(none)', meaning: 'File with the value of `SMTP_URL`.' },
  {
    name: 'MAIL_FROM',
    default: '(none)',
    meaning: 'Sender of the mails, as `bank@example.com` or `Bank <bank@example.com>`; together with `SMTP_URL`.',
  },
  {
    name: 'OIDC_ISSUER',
    default: '(none)',
    meaning: 'Address of the OpenID provider for single sign-on, `https://…`; together with `OIDC_CLIENT_ID`.',
  },
  { name: 'OIDC_CLIENT_ID', default: '(none)', meaning: 'Client id of this gateway at the OpenID provider.' },
  {
    name: 'OIDC_CLIENT_SECRET',
    default: '(none)',
    meaning: 'Client secret; without it the gateway is a public client.',
  },
  { name: 'OIDC_CLIENT_SECRET_FILE', default: '(none)', meaning: 'File with the value of `OIDC_CLIENT_SECRET`.' },
  {
    name: 'EVM_RPC_URLS',
    default: '(none)',
    meaning:
      'Addresses of JSON-RPC nodes of one EVM chain, separated by commas; may carry credentials. With it institutions can ' +
      'choose the ledger `evm`. See [the EVM ledger](../evm.md).',
  },
  {
    name: 'EVM_LEDGER_ADDRESS',
    default: '(none)',
    meaning: 'Address of the contract that `tillgate evm deploy` made; required with `EVM_RPC_URLS`.',
  },
  {
    name: 'EVM_KEY_FILE',
    default: '(none)',
    meaning: "Keystore (version 3) of the operator's key; together with `EVM_KEY_PASSWORD_FILE`.",
  },
  { name: 'EVM_KEY_PASSWORD_FILE', default: '(none)', meaning: 'File with the password of `EVM_KEY_FILE`.' },
  {
    name: 'EVM_RAW_KEY_FILE',
    default: '(none)',
    meaning: "File with the operator's key as 64 hexadecimal digits, in the sandbox only.",
  },
  {
    name: 'EVM_SIGNER_URL',
    default: '(none)',
    meaning:
      'Address of a remote signer that knows `eth_signTransaction` (Web3Signer, Clef); together with `EVM_SIGNER_ADDRESS`.',
  },
  { name: 'EVM_SIGNER_ADDRESS', default: '(none)', meaning: "Address of the operator's key at `EVM_SIGNER_URL`." },
  {
    name: 'EVM_FINALITY',
    default: 'finalized',
    meaning:
      "When a block is final: `instant` (QBFT, IBFT), `finalized` (the node's tag), or after so many blocks, 1 to 10000.",
  },
  {
    name: 'EVM_FEES',
    default: 'eip1559',
    meaning: 'How transactions are paid: `eip1559`, `legacy` (one gas price) or `zero` (chains without fees).',
  },
  { name: 'EVM_MAX_FEE_GWEI', default: '100', meaning: 'The most that is paid per gas, in gwei; may be a fraction.' },
  {
    name: 'EVM_NAME_SECRET_FILE',
    default: '(from the master key)',
    meaning:
      'File with base64 of 32 bytes, the secret of the names that accounts and operations have on chain. It must never change.',
  },
  {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    default: '(none)',
    meaning:
      'OTLP/HTTP collector, such as `http://localhost:4318`, that gets OpenTelemetry traces; off without it. ' +
      '`OTEL_SERVICE_NAME`, `OTEL_RESOURCE_ATTRIBUTES` and `OTEL_EXPORTER_OTLP_HEADERS` apply as usual.',
  },
  {
    name: 'OTEL_TRACES_SAMPLER',
    default: 'parentbased_always_on',
    meaning: "Which requests are traced, in OpenTelemetry's names, such as `parentbased_traceidratio`.",
  },
  { name: 'OTEL_TRACES_SAMPLER_ARG', default: '1', meaning: 'The share of a ratio sampler, from 0 to 1.' },
  {
    name: 'LOG_LEVEL',
    default: 'info',
    meaning:
      'One of `trace`, `debug`, `info`, `warn`, `error`, `fatal`, `silent`. ' +
      'The application property `log.level` overrides it while the gateway runs.',
  },
] as const satisfies readonly ConfigVariable[]
