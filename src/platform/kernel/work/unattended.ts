// Work that nobody waits for. A promise that is left alone ends the process when it fails, and `void` in front of one does not keep
// it from that: the linter refuses it.

/** What fails is told to `failed`; without it, as a warning of the process, which goes on. */
export function unattended(work: PromiseLike<unknown>, failed: (error: unknown) => void = warn): void {
  work.then(undefined, failed)
}

function warn(error: unknown): void {
  process.emitWarning(error instanceof Error ? error : String(error))
}
