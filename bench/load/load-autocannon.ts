// autocannon, for machines without wrk. It runs in this process and uses a good part of a processor, so its rates are
// lower and its latencies coarser (whole milliseconds).

import cannon from 'autocannon'
import { type Load, type LoadGenerator, REVERSAL_DISTANCE, type TokenAccounts } from './load.ts'
import { FIRST_ACCOUNT, type Kind, PATTERNS, requestOf, TEMPLATES, type Values } from './requests.ts'

export const autocannon: LoadGenerator = {
  name: 'autocannon',
  async run(load) {
    const next = requestsOf(load)
    const { url, connections, seconds } = load
    const result = await cannon({
      url,
      connections,
      duration: seconds,
      timeout: 10,
      requests: [{ setupRequest: next.request, onResponse: next.answered }],
    })
    const { p50, p90, p99, max } = result.latency
    return {
      answered: result.requests.total,
      seconds: result.duration,
      refused: result.non2xx,
      // autocannon counts a timeout as an error too.
      broken: result.errors,
      latencyMs: { p50, p90, p99, max },
    }
  },
}

function requestsOf({ pattern, accounts, loans, tokenAccounts, run }: Load) {
  const kinds: readonly Kind[] = PATTERNS[pattern]
  const withdrawn: { rrn: string; account: string; amount: string }[] = []
  /** Transfers of tokens that are reserved and not committed. */
  const reserved: string[] = []
  let sent = 0
  const answered = (_status: number, body: string) => {
    const [, id, state] = /^{"id":"([^"]+)","state":"([^"]+)"/.exec(body) ?? []
    if (id !== undefined && state === 'RESERVED') reserved.push(id)
  }
  return { request, answered: kinds.includes('token-commit') ? answered : undefined }

  function request() {
    const kind = kinds[sent % kinds.length] as Kind
    const values = {
      rrn: `${run}0${String(++sent).padStart(8, '0')}`,
      account: randomAccount(accounts),
      beneficiary: '',
      amount: String(5 * (2 + Math.floor(Math.random() * 18))),
      originalRrn: '',
      loan: loans[Math.floor(Math.random() * loans.length)] ?? '',
    }
    if (kind === 'token-reservation' || kind === 'token-commit') {
      const tokenTransfer = reserved.pop()
      return tokenTransfer === undefined
        ? requestOf(TEMPLATES['token-reservation'], { ...values, ...randomPair(tokenAccounts) })
        : requestOf(TEMPLATES['token-commit'], { ...values, tokenTransfer })
    }
    if (kind === 'token-transfer') return requestOf(TEMPLATES[kind], { ...values, ...randomPair(tokenAccounts) })
    if (kind === 'transfer')
      return requestOf(TEMPLATES[kind], { ...values, beneficiary: otherAccount(values.account, accounts) })
    // Keeps the latest withdrawals; the newest one dropped is old enough to have been answered.
    const surplus = withdrawn.length - REVERSAL_DISTANCE
    const original = kind === 'reversal' && surplus > 0 ? withdrawn.splice(0, surplus).at(-1) : undefined
    if (original !== undefined) {
      return requestOf(TEMPLATES.reversal, { ...original, rrn: values.rrn, originalRrn: original.rrn })
    }
    if (kind !== 'withdrawal' && kind !== 'reversal') return requestOf(TEMPLATES[kind], values)
    if (kinds.includes('reversal')) withdrawn.push(values)
    return requestOf(TEMPLATES.withdrawal, values)
  }
}

function randomPair(institutions: readonly TokenAccounts[]): Values {
  const from = Math.floor(Math.random() * institutions.length)
  const to = (from + 1 + Math.floor(Math.random() * (institutions.length - 1))) % institutions.length
  const oneOf = (ids: readonly string[] = []) => ids[Math.floor(Math.random() * ids.length)] ?? ''
  return {
    payer: oneOf(institutions[from]?.accountIds),
    payee: oneOf(institutions[to]?.accountIds),
    payeeInstitution: institutions[to]?.institutionId ?? '',
  }
}

function randomAccount(accounts: number): string {
  return String(FIRST_ACCOUNT + Math.floor(Math.random() * accounts))
}

function otherAccount(account: string, accounts: number): string {
  for (;;) {
    const other = randomAccount(accounts)
    if (other !== account) return other
  }
}
