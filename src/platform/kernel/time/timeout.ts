// A timeout on one promise. The work itself is not cancelled, but its result is dropped.
// For many promises under the same limit, deadline.ts is cheaper.

/** Resolves like `work`, or rejects with the error that `late` makes once `limitMs` have passed. */
export function withTimeout<T>(work: Promise<T>, limitMs: number, late = noAnswer): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), limitMs)
    work.then(
      (answer) => {
        clearTimeout(timer)
        resolve(answer)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

function noAnswer(): Error {
  return new Error('no answer in time')
}
