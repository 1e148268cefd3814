// A computation in steps: the caller may let other work in between them, or run them all at once.

export type Steps<Result> = Generator<void, Result, void>

/** Runs all steps at once. */
export function finished<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}
