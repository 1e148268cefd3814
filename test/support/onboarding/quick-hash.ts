// Password hashes that take next to no work. The hash itself names its work, so the gateway verifies them as any other.
// For tests in which hashing is not what is tried; that production hashes with the full work is tested in passwords.test.ts.

import { hash, type Options } from '@node-rs/argon2'
import { type Turns, UNLIMITED } from '../../../src/access/admission/admission.ts'

// The least that argon2id takes; 2 is Argon2id, the library's enumeration is for the compiler only.
const LEAST_WORK: Options = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Stands in for `hashPassword`. */
export function quickHash(password: string, turns: Turns = UNLIMITED): Promise<string> {
  return turns.run(() => hash(password.normalize('NFKC'), LEAST_WORK))
}
