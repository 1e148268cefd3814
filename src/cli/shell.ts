// What a command reads and writes, handed in so that it can be run inside another process.

export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: AsyncIterable<Buffer | string> & { readonly isTTY?: boolean }
  /** A line of output. */
  print(line: string): void
  /** A line of standard error. */
  complain(line: string): void
}

export const PROCESS: Shell = {
  env: process.env,
  // Standard input is opened when it is first looked at, and not every command reads it.
  get input() {
    return process.stdin
  },
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
}
