// A command's input and output, injected so that tests can run commands in-process.

export interface Shell {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly input: AsyncIterable<Buffer | string> & { readonly isTTY?: boolean }
  /** Prints a line to standard output. */
  print(line: string): void
  /** Prints a line to standard error. */
  printError(line: string): void
}

export const PROCESS: Shell = {
  env: process.env,
  // Lazy: reading this property opens standard input, and not every command needs it.
  get input() {
    return process.stdin
  },
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
}
