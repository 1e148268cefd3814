// How tests stop the process while movements go on.

/** Thrown by a test in place of the death of the process. */
export class Interrupted extends Error {}
