import type { Defects } from '../defect.ts'

export const PLATFORM: Defects = {
  'fraction-padded-left': {
    breaks: 'a decimal text with fewer decimals than its currency is read exactly: 12.5 is not 12.05',
    file: 'src/platform/kernel/money/money.ts',
    find: "fraction.padEnd(exponent, '0')",
    replace: "fraction.padStart(exponent, '0')",
  },
  'closed-date-again': {
    breaks: 'a business date that is closed does not come again',
    file: 'src/platform/kernel/time/clock.ts',
    find: 'ended >= date ?',
    replace: 'ended > date ?',
  },
  'nineteen-digits-shown': {
    breaks: 'card numbers of up to 19 digits are masked in free text',
    file: 'src/platform/kernel/identifiers/pan.ts',
    find: '(?:[ -]?\\d){12,18}',
    replace: '(?:[ -]?\\d){12,17}',
  },
  'secret-of-other-context': {
    breaks: 'a secret that was proven for one purpose is not accepted for another',
    file: 'src/platform/kernel/secrets/proven-secrets.ts',
    find: 'proven.context === context && ',
    replace: '',
  },
  'lost-race-refused': {
    breaks:
      'a request that loses the race against itself is answered as a repetition, also when the winner made it refused',
    file: 'src/platform/storage/statements/once.ts',
    find: 'return isKeyTaken(error, table) || isRefusal ?',
    replace: 'return isKeyTaken(error, table) ?',
  },
  'ended-session-without-doubt': {
    breaks: 'a commit during which the server was ended is of unknown outcome',
    file: 'src/platform/storage/statements/sqlstate.ts',
    find: "'severity' in cause && cause.severity === 'ERROR')",
    replace: "'severity' in cause)",
  },
  'refresh-joins-running': {
    breaks: 'a refresh begins after it was asked for, so that it sees what was committed before',
    file: 'src/platform/storage/broadcast/coalesce.ts',
    find: 'if (running === undefined) return start()',
    replace: 'return running ?? start()',
  },
  'one-node-confirms': {
    breaks: 'a change is confirmed when every node has handled it',
    file: 'src/platform/storage/broadcast/confirmations.ts',
    find: 'answered.isSupersetOf(expected.nodeIds)',
    replace: 'answered.size > 0',
  },
  'month-archived-early': {
    breaks: 'a month is archived only after the whole months that its group is kept',
    file: 'src/platform/history/archive.ts',
    find: '-months[group.name] - 1)',
    replace: '-months[group.name])',
  },
  'mail-backoff-taken-over': {
    breaks: 'a sender whose claim has expired does not delay a mail that another has taken over',
    file: 'src/platform/mail/mail-sender.ts',
    find: 'WHERE mail_id = $1 AND attempts = $2',
    replace: 'WHERE mail_id = $1 AND attempts >= $2',
  },
}
