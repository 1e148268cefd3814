// The checksum of a migration covers what the server executes and the file's directives. Comments may be reworded and
// lines reflowed: databases that have applied the file still accept it.

import { fingerprintOf } from '../../kernel/secrets/secrets.ts'
import { sqlTokens } from './sql-tokens.ts'

/** Prefix of checksums over tokens. Versions up to 0.1.0 recorded checksums of the whole text, without a prefix. */
const FORMAT = 'tokens:'

/**
 * Maps the whole-text checksums in old databases to token checksums, because the old texts cannot be derived from the
 * present ones once a comment has been edited. The list is complete: new migrations are recorded by their tokens.
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

/** Directives change how a file is applied, so they count as well. Files without any keep the checksum they always had. */
export function migrationChecksum(text: string, directives: readonly string[] = []): string {
  return FORMAT + fingerprintOf([...sqlTokens(text), ...directives.map((one) => `-- tillgate: ${one}`)].join('\n'))
}

/** Whether a recorded checksum belongs to a migration, which may have been reformatted since. */
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
