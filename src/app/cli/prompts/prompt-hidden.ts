// Prompts on the terminal and reads the answer without echo. The prompt goes to standard error, so that standard output
// holds only what the command prints.

import type { ReadStream } from 'node:tty'

const ENTER = new Set([0x0a, 0x0d])
const END_OF_INPUT = 0x04
const INTERRUPT = 0x03
const ERASE = new Set([0x08, 0x7f])
const ERASE_LINE = 0x15

export type Terminal = Pick<ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'>

/** Undefined when the user interrupts (Ctrl-C) or ends the input without an answer. */
export async function promptHidden(
  question: string,
  terminal: Terminal = process.stdin,
  print: (text: string) => void = (text) => process.stderr.write(text),
): Promise<string | undefined> {
  // Raw mode turns echo off and passes every key through, Ctrl-C included. The prompt comes second: the user may type
  // as soon as it appears.
  terminal.setRawMode(true)
  try {
    print(question)
    return await readKeys(terminal)
  } finally {
    terminal.setRawMode(false)
    terminal.pause()
    print('\n')
  }
}

function readKeys(terminal: Terminal): Promise<string | undefined> {
  return new Promise((resolve) => {
    let typed: number[] = []
    const finish = (answer: string | undefined) => {
      terminal.off('data', read)
      terminal.off('end', end)
      resolve(answer)
    }
    const end = () => finish(undefined)
    const read = (chunk: Buffer | string) => {
      for (const key of Buffer.from(chunk)) {
        if (ENTER.has(key)) return finish(textOf(typed))
        if (key === INTERRUPT) return finish(undefined)
        if (key === END_OF_INPUT) return finish(typed.length === 0 ? undefined : textOf(typed))
        if (key === ERASE_LINE) typed = []
        else if (ERASE.has(key)) typed = [...Buffer.from([...textOf(typed)].slice(0, -1).join(''))]
        else typed.push(key)
      }
    }
    terminal.on('data', read)
    terminal.on('end', end)
    terminal.resume()
  })
}

function textOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('utf8')
}
