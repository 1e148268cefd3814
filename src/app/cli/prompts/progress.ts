// The progress of a long command: a bar on a terminal, a line now and then anywhere else. It goes to standard error, so
// that standard output holds only the result.

import { SingleBar } from 'cli-progress'

export interface ProgressOptions {
  /** What is counted: `accounts`. */
  readonly label: string
  /** Zero when it is not known. */
  readonly total: number
  /** Standard error, or what stands in for it in a test. */
  readonly output?: NodeJS.WriteStream
}

export interface Progress {
  /** `note` is shown beside the bar, or is the line that is printed. */
  update(done: number, note?: string): void
  stop(): void
}

/** Without a terminal a line is printed each time another tenth is done. */
const LINES = 10

export function startProgress({ label, total, output = process.stderr }: ProgressOptions): Progress {
  return output.isTTY ? bar(label, total, output) : lines(label, total, output)
}

function bar(label: string, total: number, stream: NodeJS.WriteStream): Progress {
  const shown = new SingleBar({
    format: `${label} {bar} {percentage}% | {note} | {eta_formatted} left`,
    hideCursor: true,
    stream,
  })
  shown.start(total, 0, { note: '' })
  return {
    update: (done, note = '') => shown.update(Math.min(done, total), { note }),
    stop: () => shown.stop(),
  }
}

function lines(label: string, total: number, output: NodeJS.WriteStream): Progress {
  let printed = 0
  return {
    update(done, note) {
      const tenth = total === 0 ? 0 : Math.floor((done / total) * LINES)
      // The last one is left to the result.
      if (tenth <= printed || tenth >= LINES) return
      printed = tenth
      output.write(`${label}: ${tenth * LINES}%${note === undefined ? '' : `, ${note}`}\n`)
    },
    stop() {},
  }
}
