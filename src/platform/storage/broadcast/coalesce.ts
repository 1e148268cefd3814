// Keeps repeated requests for the same refresh from queueing up.

/**
 * Runs `refresh` for every call, but one at a time: calls made during a run share a single run after it. Each caller's run
 * begins after the call, so it sees everything that was committed before.
 */
export function coalesce(refresh: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function start(): Promise<void> {
    const run = refresh().finally(() => {
      running = undefined
    })
    running = run
    return run
  }

  async function startAfter(previous: Promise<void>): Promise<void> {
    await previous.catch(() => {})
    next = undefined
    await start()
  }

  return () => {
    if (next !== undefined) return next
    if (running === undefined) return start()
    next = startAfter(running)
    return next
  }
}
