// Run by .githooks/commit-msg with the file of the message. Exits 1 when a rule is broken.

import { readFileSync } from 'node:fs'
import { complaintsAbout } from './commit-message.js'

const complaints = complaintsAbout(readFileSync(process.argv[2] ?? '', 'utf8'))
for (const complaint of complaints) console.error(complaint)
if (complaints.length > 0) {
  console.error('Write what the commit changes and why, one change each: "Retry a batch when its connection stalls".')
  process.exitCode = 1
}
