// How long a body may be. Reading one takes memory and time, so strangers get less of both.

export const BODY_LIMIT_BYTES = 256 * 1024
/** On operations that need no authentication. */
export const ANONYMOUS_BODY_LIMIT_BYTES = 16 * 1024
