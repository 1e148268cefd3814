/** Most gas that a transaction can have since Osaka (EIP-7825). */
export const MAX_GAS = 2n ** 24n
/** Most bytes of a transaction that nodes take into their pool. */
export const MAX_BYTES = 128 * 1024
/** A day's first second, so that tests know when the next one begins. */
export const FIRST_SECOND = 20_900 * 86_400
