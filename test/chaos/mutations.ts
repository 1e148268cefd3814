// Defects that a campaign must find: each is a small change of the source that breaks one promise. `npm run chaos --
// --mutations` makes each one in a copy of the source and runs campaigns on it; a test checks that each still applies.

import type { SourceChange } from '../mutations/source-change.ts'

export interface Mutation extends SourceChange {
  /** The faults of its campaign: those that are likely to show it. Without any, all of them. */
  readonly faults: readonly string[]
}

const VANISHES = 'PostgreSQL vanishes at a commit'
const KILLED = 'a gateway is killed'
const CORE_MESSAGES = 'messages to the core are lost'

export const MUTATIONS: Readonly<Record<string, Mutation>> = {
  'false-503': {
    breaks: 'an order whose commit was not confirmed is answered as if nothing was done',
    file: 'src/ledger/batch/retries.ts',
    find: "return this.inDoubt ? timedOut('the commit was not confirmed', problem) : problem",
    replace: 'return problem',
    faults: [VANISHES],
  },
  'contradicted-rrn': {
    breaks: 'an RRN with other content is answered as a repetition',
    file: 'src/channels/channel/builtin/order-records.ts',
    find: 'if (known.fingerprint !== posting.fingerprint) return {',
    replace: "if (known.fingerprint === '') return {",
    faults: [KILLED],
  },
  'reversed-twice': {
    breaks: 'a reversal is not noted on its original, so that another one pays again',
    file: 'src/channels/channel/builtin/order-records.ts',
    find: 'if (reverses !== undefined) this.#records.reverse(reverses.original, reverses.amountMinor)',
    replace: 'if (reverses === undefined) return',
    faults: [KILLED],
  },
  'forgotten-hold': {
    breaks: 'checks that are not available yet are not held',
    file: 'src/channels/core/builtin/deposit.ts',
    find: 'const holds = heldMinor > 0n &&',
    replace: 'const holds = heldMinor < 0n &&',
    faults: [KILLED],
  },
  'late-original': {
    breaks: 'an order that arrives after its reversal is carried out',
    file: 'src/channels/channel/builtin/decide-order.ts',
    find: 'if (isReversedEarly(order, records)) return decline(DECLINE.reversedBeforeArrival)',
    replace: '',
    faults: [KILLED],
  },
  'loan-command-without-key': {
    breaks: 'a loan command does not keep its key, so that its repetition is carried out',
    file: 'src/loans/servicing/posting/loan-steps.ts',
    find: 'if (key !== undefined) this.#keys.push({ key, resourceId })',
    replace: '',
    faults: [KILLED],
  },
  'loan-opened-twice': {
    breaks: 'the key of a new loan is not kept, so that its repetition opens another',
    file: 'src/platform/storage/statements/once.ts',
    find: 'if (key !== undefined) await table.insert(sql, key, resourceId, nowMs)',
    replace: '',
    faults: [KILLED],
  },
  'mint-without-journal': {
    breaks: 'tokens are minted on a ledger without their journal',
    file: 'src/tokens/movements/saga/deposit-saga.ts',
    find: "journal: { kind: 'TOKEN_MINT', entries: mintEntries(deposit) },",
    replace: '',
    faults: [KILLED],
  },
  'movements-not-resumed': {
    breaks: 'movements of tokens that a killed gateway left open are never resumed',
    file: 'src/tokens/movements/coordination/coordinator.ts',
    find: 'ORDER BY next_at LIMIT',
    replace: 'AND false ORDER BY next_at LIMIT',
    faults: [KILLED],
  },
  'hold-after-commit': {
    breaks: 'a committed transfer leaves its tokens on hold',
    file: 'src/tokens/movements/saga/transfer-saga.ts',
    find: "...(isHeld && { hold: 'RELEASE' }),",
    replace: '',
    faults: [KILLED],
  },
  'core-silence-as-refusal': {
    breaks: 'an order whose answer from the core is lost is answered as if nothing was done',
    file: 'src/channels/core/rest/rest-core.ts',
    find: "kind: call.changes || exchange.isLate ? 'timeout' : 'unavailable'",
    replace: "kind: 'unavailable'",
    faults: [CORE_MESSAGES],
  },
  'core-second-reference': {
    breaks: 'an order of unknown outcome is sent to the core again under another reference',
    file: 'src/channels/channel/remote/remote-records.ts',
    find: 'reference: known.transactionId,',
    replace: 'reference: newId(Date.now()),',
    faults: [CORE_MESSAGES],
  },
  'core-executed-as-cancelled': {
    breaks: 'the reversal of an order that the core has executed is answered as if it was cancelled',
    file: 'src/channels/channel/remote/remote-channel.ts',
    find: "if (answer !== 'cancelled') {",
    replace: "if (answer === 'nothing') {",
    faults: [CORE_MESSAGES],
  },
  'core-outcome-not-written': {
    breaks:
      'an order that the core has executed is answered as if nothing was done, because its outcome cannot be written',
    file: 'src/channels/channel/remote/remote-channel.ts',
    find: `return pipeline.post(settlement(settling)).catch((error: unknown) => {
      throw outcomeUnknown(error)`,
    replace: `return pipeline.post(settlement(settling)).catch((error: unknown) => {
      throw error`,
    faults: [VANISHES, 'PostgreSQL is killed'],
  },
}
