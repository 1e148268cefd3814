import type { Defects } from '../defect.ts'

export const SANDBOX: Defects = {
  'steps-of-the-clock-lost': {
    breaks: 'two steps of the clock at once add up',
    file: 'src/sandbox/sandbox-clock.ts',
    find: "WHERE key = 'clock' FOR UPDATE",
    replace: "WHERE key = 'clock'",
  },
  'reset-clock-elsewhere': {
    breaks: 'the clock of every node goes back when the settings are removed',
    file: 'src/sandbox/sandbox-clock.ts',
    find: "key === CLOCK_KEY || key === '',",
    replace: 'key === CLOCK_KEY,',
  },
  'old-offset-after-reset': {
    breaks: 'after a reset the clock shows real time, also when a poll has read the old offset meanwhile',
    file: 'src/sandbox/reset-sandbox.ts',
    find: '  clock.moveTo(0)\n  await directory',
    replace: '  await directory',
  },
  'address-as-written': {
    breaks: 'mails are found by their address in any letter case',
    file: 'src/sandbox/mailbox.ts',
    find: 'lower(mailed_to) = lower($1)',
    replace: 'mailed_to = lower($1)',
  },
  'opened-twice-in-ledger': {
    breaks: 'a further chunk of accounts is posted once to the general ledger',
    file: 'src/sandbox/bulk-accounts.ts',
    find: 'BigInt(last - existing)]',
    replace: 'BigInt(last)]',
  },
  'seeded-by-two-nodes': {
    breaks: 'a second node goes on with the samples that another has begun',
    file: 'src/sandbox/seeding/seed-mark.ts',
    find: "ON CONFLICT (key) DO NOTHING',\n    [key, JSON.stringify(mark)],\n  )\n  // Another",
    replace: "',\n    [key, JSON.stringify(mark)],\n  )\n  // Another",
  },
  'refusal-as-silence': {
    breaks: 'a scenario account that refuses a movement says so at once',
    file: 'src/sandbox/linked-scenarios.ts',
    find: 'if (isUnknown && outcome.moved)',
    replace: 'if (isUnknown)',
  },
  'repeat-times-out': {
    breaks: 'an order of the account that answers too late is answered when it is repeated',
    file: 'src/sandbox/scenario-channel.ts',
    find: 'if (answer.replayed || answer.code !== APPROVED)',
    replace: 'if (answer.code !== APPROVED)',
  },
}
