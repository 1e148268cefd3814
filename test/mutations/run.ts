// `npm run mutations`: which tests notice the defects of `rooms`.
//
//   npm run mutations                                 all, each with the tests that are likely to notice it
//   npm run mutations -- ledger 17 20-25              those of a room, or by number or name
//   npm run mutations -- 17 --with test/journeys      with these tests instead; may be given several times
//   npm run mutations -- --most 100                   with more test files before one counts as not noticed; 24 otherwise
//   npm run mutations -- --list                       only prints the table

import { parseArgs } from 'node:util'
import { chooseDefects, type NumberedDefect } from './defects.ts'
import { runDefects } from './run-defects.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    with: { type: 'string', multiple: true, default: [] },
    most: { type: 'string', default: '24' },
    list: { type: 'boolean', default: false },
  },
})
const defects = chooseDefects(positionals)

if (values.list) for (const defect of defects) console.log(`${line(defect)}: ${defect.breaks}`)
else await run()

async function run(): Promise<void> {
  const missed = await runDefects({
    defects,
    tests: values.with,
    most: Number(values.most),
    report(defect, notice, files) {
      const result = notice === undefined ? `NOT NOTICED by ${files} files` : `${notice.by}: ${notice.test}`
      console.log(`${line(defect)} | ${result}`)
    },
  })
  console.log(`${defects.length - missed.length} of ${defects.length} defects were noticed.`)
  for (const defect of missed) console.log(`Not noticed: ${line(defect)}: ${defect.breaks}`)
  if (missed.length > 0) process.exitCode = 1
}

function line({ number, room, name }: NumberedDefect): string {
  return `${number} | ${room} | ${name}`
}
