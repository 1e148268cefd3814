// The rules for commit messages. Plain JavaScript: the hook runs on any Node that is installed.

const MAX_CHARACTERS = 72
/** Written by git itself, or dropped when commits are squashed. */
const LEFT_ALONE = /^(Merge |Revert "|fixup! |squash! |amend! )/

/**
 * What is wrong with a message, one line each.
 * @param {string} message As git hands it to the hook, comments included.
 * @returns {string[]}
 */
export function complaintsAbout(message) {
  const [subject = '', second = ''] = linesOf(message)
  if (LEFT_ALONE.test(subject)) return []
  if (subject === '') return ['The message is empty.']
  const complaints = []
  const { length } = [...subject]
  if (length > MAX_CHARACTERS) complaints.push(`The subject has ${length} characters; ${MAX_CHARACTERS} is the limit.`)
  if (subject.includes(';')) complaints.push('The subject names two changes (;): make two commits.')
  if (subject.endsWith('.')) complaints.push('The subject ends with a period.')
  if (second !== '') complaints.push('The second line is not empty.')
  return complaints
}

/** @param {string} message */
function linesOf(message) {
  // `git commit --verbose` adds the diff below this line.
  const [written = ''] = message.split(/^# -+ >8 -+$/m)
  const lines = written.split(/\r?\n/).filter((line) => !line.startsWith('#'))
  const first = lines.findIndex((line) => line.trim() !== '')
  return first === -1 ? [] : lines.slice(first).map((line) => line.trimEnd())
}
