// The fenced blocks of Markdown pages, so that tests can run them.

import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

export interface Block {
  /** The file's name. */
  readonly page: string
  /** `sh`: to be run. `ini`: a file. */
  readonly language: string
  readonly text: string
}

/** Every fenced block of the files, in the order of reading. */
export function readBlocks(files: readonly string[]): Block[] {
  return files.flatMap((file) =>
    Array.from(
      readFileSync(file, 'utf8').matchAll(/^( *)```(\w*)\n([\s\S]*?)^\1```$/gm),
      ([, indent = '', language = '', text = '']) => ({
        page: basename(file),
        language,
        text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      }),
    ),
  )
}
