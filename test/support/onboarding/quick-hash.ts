// Cheap password hashes. A hash contains its own cost parameters, so the gateway verifies them like any other. For
// tests that are not about hashing; passwords.test.ts checks that production hashes at full cost.

import { hash, type Options } from '@node-rs/argon2'
import { type Turns, UNLIMITED } from '../../../src/administration/access/admission/admission.ts'

// The minimum for argon2id. 2 means Argon2id; the library's enum exists only for the compiler.
const LEAST_WORK: Options = { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }

/** Replaces `hashPassword`. */
export function quickHash(password: string, turns: Turns = UNLIMITED): Promise<string> {
  return turns.run(() => hash(password.normalize('NFKC'), LEAST_WORK))
}
