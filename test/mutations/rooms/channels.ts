import type { Defects } from '../defect.ts'

export const CHANNELS: Defects = {
  'repeated-elsewhere-refused': {
    breaks: 'an order that another node has repeated is of unknown outcome for the node that did not reach the core',
    file: 'src/channels/channel/remote/remote-channel.ts',
    find: 'throw isFree ? error : outcomeUnknown(error)',
    replace: 'throw error',
  },
  'unknown-not-used': {
    breaks: 'a withdrawal of unknown outcome counts as used today',
    file: 'src/channels/channel/remote/usage-today.ts',
    find: "response_code IN ('000', '911')",
    replace: "response_code = '000'",
  },
  'reversed-hides-older': {
    breaks: 'an unnamed reversal means the newest match that is not reversed yet',
    file: 'src/channels/channel/reversals/match-original.ts',
    find: 'return fitting.find((original) => original.reversedMinor < original.amountMinor) ?? fitting[0]',
    replace: 'return fitting[0]',
  },
  'authorization-ids-twice': {
    breaks: 'no authorization id is given twice, also by two nodes',
    file: 'src/channels/channel/record/auth-ids.ts',
    find: 'if (this.#end - this.#next < BigInt(count))',
    replace: 'if (this.#end <= this.#next)',
  },
  'usage-of-newer-date-lost': {
    breaks: 'usage of a newer date, of a node whose clock is ahead, is kept and added to',
    file: 'src/channels/core/builtin/books/usage.ts',
    find: 'if (usage.date === null || usage.date < today)',
    replace: 'if (usage.date === null || usage.date !== today)',
  },
  'late-call-closes-circuit': {
    breaks: 'a call that began before the circuit opened does not close it',
    file: 'src/channels/core/rest/circuit-breaker.ts',
    find: 'if (era === this.#era) settle()',
    replace: 'settle()',
  },
  'unreadable-summed-up': {
    breaks: 'frames that are no messages end a connection only in a row',
    file: 'src/channels/iso8583-link/message-link.ts',
    find: '    this.#unreadable = 0\n',
    replace: '\n',
  },
  'track-shown': {
    breaks: 'what follows the card number on a track is not logged',
    file: 'src/channels/iso8583/masked-message.ts',
    find: "maskPan(spec.sensitive === 'track' ? (value.split('=')[0] as string) : value)",
    replace: 'maskPan(value)',
  },
  'duplicate-acknowledged': {
    breaks: 'a switch is told that a decline which it advises has the number of another order',
    file: 'src/channels/switches/switch-connection.ts',
    find: ' && answer.status === 200 && answer.code !== DUPLICATE',
    replace: ' && answer.status === 200',
  },
}
