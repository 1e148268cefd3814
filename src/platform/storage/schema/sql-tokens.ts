// Splits SQL into tokens and statements, by PostgreSQL's lexical rules.

// The lexical rules of PostgreSQL (its manual, 4.1), in the order in which they are tried. Comments and white space are
// skipped. Quoted text and function bodies are single tokens, comments included: the server stores them.
const TOKEN = new RegExp(
  [
    String.raw`(?<skipped>[ \t\n\r\f\v]+|--[^\n\r]*)`,
    String.raw`(?<comment>/\*)`,
    // Escapes are known in E'…' only. The prefix belongs to the string: E 'x' is something else.
    String.raw`[eE]'(?:[^'\\]|''|\\[\s\S])*'`,
    "(?:[uU]&|[a-zA-Z])?'(?:[^']|'')*'",
    '(?:[uU]&)?"(?:[^"]|"")*"',
    String.raw`\$(?<tag>(?:[\p{L}_][\p{L}\p{N}_]*)?)\$[\s\S]*?\$\k<tag>\$`,
    // Names, keywords, numbers and parameters. A dot may belong to a number or a path; the difference does not matter here.
    String.raw`[\p{L}\p{N}_$.]+`,
    // An operator ends where a comment begins.
    String.raw`(?:(?!--|/\*)[-+*/<>=~!@#%^&|\x60?:])+`,
    String.raw`[\s\S]`,
  ].join('|'),
  'uy',
)

/** The tokens of SQL statements, without comments and white space. */
export function sqlTokens(text: string): string[] {
  const tokens: string[] = []
  let position = 0
  while (position < text.length) {
    TOKEN.lastIndex = position
    const match = TOKEN.exec(text) as RegExpExecArray
    if (match.groups?.comment !== undefined) {
      position = endOfComment(text, position)
      continue
    }
    position += match[0].length
    if (match.groups?.skipped === undefined) tokens.push(match[0])
  }
  return tokens
}

/** The statements of a file, each as its tokens without the semicolon. Joined by blanks they are SQL again. */
export function sqlStatements(text: string): string[][] {
  const statements: string[][] = [[]]
  for (const token of sqlTokens(text)) {
    if (token === ';') statements.push([])
    else statements.at(-1)?.push(token)
  }
  return statements.filter((tokens) => tokens.length > 0)
}

/** Block comments nest. */
function endOfComment(text: string, start: number): number {
  const edge = /\/\*|\*\//g
  edge.lastIndex = start
  for (let depth = 0; ; ) {
    const match = edge.exec(text)
    if (match === null) return text.length
    depth += match[0] === '/*' ? 1 : -1
    if (depth === 0) return edge.lastIndex
  }
}
