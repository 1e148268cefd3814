import type { Defects } from '../defect.ts'

export const APP: Defects = {
  'defect-while-stopping': {
    breaks: 'a defect while the process stops counts as a failure',
    file: 'src/app/lifecycle.ts',
    find: 'this.#exitCode = Math.max(this.#exitCode ?? 0, exitCode)',
    replace: 'this.#exitCode ??= exitCode',
  },
  'line-break-in-secret': {
    breaks: 'the line break at the end of a file is no part of its secret',
    file: 'src/app/config/config-secrets.ts',
    find: "readFileSync(file, 'utf8').trim()",
    replace: "readFileSync(file, 'utf8')",
  },
  'issuer-in-the-clear': {
    breaks: 'an identity provider is asked over TLS, unless it is on this machine',
    file: 'src/app/config/config-addresses.ts',
    find: "(url?.protocol === 'http:' && isLoopback(url.hostname))",
    replace: "url?.protocol === 'http:'",
  },
  'environment-of-faster-node': {
    breaks: 'a node that loses the race for a new database does not use it in another environment',
    file: 'src/app/config/store-ownership.ts',
    find: 'since the first look.\n  await checkEnvironment(database, config)',
    replace: 'since the first look.',
  },
  'share-of-every-worker': {
    breaks: 'all workers together grant no more than the limit while the primary is silent',
    file: 'src/app/workers/leased-limiter.ts',
    find: 'this.#share.take(key, ratePerSecond / this.#workers,',
    replace: 'this.#share.take(key, ratePerSecond,',
  },
  'answering-worker-killed': {
    breaks: 'a worker that answers is not killed',
    file: 'src/app/workers/primary.ts',
    find: 'worker.unanswered = 0\n',
    replace: '\n',
  },
  'bucket-below-its-bound': {
    breaks: 'a bucket of a histogram counts what equals its bound',
    file: 'src/app/observability/fast-histogram.ts',
    find: 'value > (bounds[index] as number)',
    replace: 'value >= (bounds[index] as number)',
  },
  'codes-of-production-kept': {
    breaks: 'a copy of production has no codes by mail that still work',
    file: 'src/app/cli/environment/stripped-data.ts',
    find: "      'DELETE FROM mail_otps',\n",
    replace: '',
  },
}
