// Body size limits. Reading a body costs memory and time, so anonymous callers get a smaller limit.

export const BODY_LIMIT_BYTES = 256 * 1024
/** On operations that need no authentication. */
export const ANONYMOUS_BODY_LIMIT_BYTES = 16 * 1024
