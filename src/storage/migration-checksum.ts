// The checksum of a migration covers what the server executes: comments may be reworded and lines reflowed without
// making databases that have applied it look foreign.

import { fingerprintOf } from '../kernel/secrets.ts'

/** Marks checksums of the tokens; those without it are of the whole text, as versions up to 0.1.0 recorded them. */
const FORMAT = 'tokens:'

/**
 * Checksums of whole texts, as old databases hold them, and what each text is in tokens. The texts as they were cannot
 * be had from the present ones once a comment has been edited. Complete: new migrations are recorded by their tokens.
 */
const RECORDED_AS_TEXT: Readonly<Record<string, string>> = {
  // 0001
  'FmXqq_qjB-Nl4G96g3KrdvGdjhqxqtpXANT3CVUsZEY': 'tokens:IRE7Sv9LaQlo65D2bGOyE-f2rgDgR2jdZON-CABWbmw',
  // 0002
  C6P4Jik3ZidloYKRSkniK923mowBCFQKY6hK1nI88zw: 'tokens:0B0EA_ntsnTQ8Ex4OMRWOxqgvbMVcVvPtJD9VXqySlo',
  // 0003
  xltHVdJv03e9BF3FtAUtPJ20Pdpkl8szWbeTP6tOp3I: 'tokens:1TKxqHPiDQRFoC9vkR4SbNsaZddrj71mbLAiQSDEoP4',
  // 0004
  iKvUmmi0rs9DDqLOnrnFS8MoQqvxcWvvVZU1HNX3Hpc: 'tokens:ltaoBwVRCIWUSKiJSGKWjkkmtOAV1jcTuknu_Gdqpgk',
  // 0005, before a comment was edited
  'R4a-VjVdE48CIHUrMoMoO2cVK-BhkQZFFktsaXhTbPI': 'tokens:A090DgnSBNtz_0nYwAs4iX_Jxd68epqFIeAp88gwlvc',
  // 0005
  oKwPOpVJd5KGpVc0Gk0wvRwOFAUOZaYMMIosmJJ3_Fc: 'tokens:A090DgnSBNtz_0nYwAs4iX_Jxd68epqFIeAp88gwlvc',
  // 0006
  mLs6SjW9b2wievD5PqyYALjI87amjy9pyzUWLUa40PY: 'tokens:oSFBzis-xuvgB-2A13L5bmGGsYPlbxd2AW2NEKpyEnM',
  // 0007
  MJBMGidgw5Po0EMSdxWWXbFvJ6GWQCF7emOFabEiFR8: 'tokens:ieCItFC_LeenXaKjBLsum3zoRMxEsnTYQF4cxPPpeJA',
}

export function migrationChecksum(text: string): string {
  return FORMAT + fingerprintOf(sqlTokens(text).join('\n'))
}

/** Whether a recorded checksum is that of a migration, which may have been reformatted since. */
export function isChecksumOf(
  recorded: string,
  migration: { readonly text: string; readonly checksum: string },
): boolean {
  return (
    recorded === migration.checksum ||
    RECORDED_AS_TEXT[recorded] === migration.checksum ||
    recorded === fingerprintOf(migration.text)
  )
}

// The lexical rules of PostgreSQL (its manual, 4.1), in the order in which they are tried. Comments and white space are
// tokens that are left out. What is quoted stays as it is, and so do function bodies: the server keeps them, comments
// included.
const TOKEN = new RegExp(
  [
    String.raw`(?<skipped>[ \t\n\r\f\v]+|--[^\n\r]*)`,
    String.raw`(?<comment>/\*)`,
    // Escapes are known in E'…' only. The prefix belongs to the string: E 'x' is something else.
    String.raw`[eE]'(?:[^'\\]|''|\\[\s\S])*'`,
    String.raw`(?:[uU]&|[a-zA-Z])?'(?:[^']|'')*'`,
    String.raw`(?:[uU]&)?"(?:[^"]|"")*"`,
    String.raw`\$(?<tag>(?:[\p{L}_][\p{L}\p{N}_]*)?)\$[\s\S]*?\$\k<tag>\$`,
    // Names, keywords, numbers and parameters. A dot belongs to a number or a path; it is not worth telling apart.
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

/** Comments between slash and star nest. */
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
