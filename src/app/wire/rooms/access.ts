// Access of people: keys, sessions, second factors, passwords and users.

import { Admission } from '../../../administration/access/admission/admission.ts'
import { AccessTokens } from '../../../administration/access/keys/access-tokens.ts'
import { EncryptedStrings, forgetUsedIds } from '../../../administration/access/keys/encrypted-strings.ts'
import { KeyRing } from '../../../administration/access/keys/key-ring.ts'
import { PasswordLinks } from '../../../administration/access/passwords/password-links.ts'
import { hashPassword, verifyPassword } from '../../../administration/access/passwords/passwords.ts'
import { SetPassword } from '../../../administration/access/passwords/set-password.ts'
import { SavedViews } from '../../../administration/access/saved-views/saved-views.ts'
import { MailOtps } from '../../../administration/access/second-factor/mail-otps.ts'
import { Mfa } from '../../../administration/access/second-factor/mfa.ts'
import { RecoveryCodes } from '../../../administration/access/second-factor/recovery-codes.ts'
import { Authenticator } from '../../../administration/access/sessions/authenticator.ts'
import { forgetOldFailures } from '../../../administration/access/sessions/lockout.ts'
import { Sessions } from '../../../administration/access/sessions/sessions.ts'
import { SignIn } from '../../../administration/access/sessions/sign-in.ts'
import { SingleSignOn } from '../../../administration/access/single-sign-on/single-sign-on.ts'
import { MailChanges } from '../../../administration/access/users/mail-changes.ts'
import { Users } from '../../../administration/access/users/users.ts'
import type { OnboardingServices } from '../../../families/onboarding/onboarding-operation.ts'
import type { SecretBox } from '../../../platform/kernel/secrets/secrets.ts'
import { type Clock, HOUR_MS, MINUTE_MS } from '../../../platform/kernel/time/clock.ts'
import type { Sweep } from '../../../platform/kernel/work/sweep.ts'
import type { Outbox } from '../../../platform/mail/outbox.ts'
import type { Database } from '../../../platform/storage/database.ts'
import type { Config } from '../../config/config.ts'
import type { Wiring } from '../wiring.ts'

export interface AccessParts {
  readonly database: Database
  readonly clock: Clock
  readonly secretBox: SecretBox
  readonly outbox: Outbox
  readonly config: Pick<Config, 'oidc' | 'publicUrl'>
  publicUrl(): string
  readonly wiring: Wiring
}

export interface Access {
  readonly services: Pick<
    OnboardingServices,
    | 'admission'
    | 'keyRing'
    | 'encryptedStrings'
    | 'authenticator'
    | 'sessions'
    | 'signIn'
    | 'users'
    | 'savedViews'
    | 'mailChanges'
    | 'mfa'
    | 'recoveryCodes'
    | 'passwordLinks'
    | 'setPassword'
    | 'mailOtps'
    | 'singleSignOn'
  >
  readonly sweeps: readonly Sweep[]
}

export async function openAccess({ config, ...parts }: AccessParts): Promise<Access> {
  const { database, clock, secretBox, outbox, publicUrl, wiring } = parts
  const keyRing = await wiring.open('keyRing', KeyRing.open, { database, secretBox, clock })
  const encryptedStrings = wiring.make(EncryptedStrings, { keyRing, secretBox, clock })
  const accessTokens = wiring.make(AccessTokens, { keyRing, clock })
  const authenticator = wiring.make(Authenticator, { database, accessTokens, clock })
  const sessions = wiring.make(Sessions, { database, clock, secretBox, authenticator })
  const mfa = wiring.make(Mfa, { database, secretBox, clock })
  const recoveryCodes = wiring.make(RecoveryCodes, { secretBox, clock })
  const signIn = wiring.make(SignIn, { database, clock, verifyPassword, accessTokens, sessions, mfa, recoveryCodes })
  const passwordLinks = wiring.make(PasswordLinks, { database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailChanges = wiring.make(MailChanges, { database, clock, secretBox, encryptedStrings, outbox, publicUrl })
  const mailOtps = wiring.make(MailOtps, { database, clock, secretBox, outbox })
  const { oidc } = config
  const believesLoopback = config.publicUrl === undefined
  return {
    services: {
      admission: wiring.make(Admission),
      keyRing,
      encryptedStrings,
      authenticator,
      sessions,
      signIn,
      users: wiring.make(Users, { database, clock, passwordLinks, mailChanges }),
      savedViews: wiring.make(SavedViews, { database, clock }),
      mailChanges,
      mfa,
      recoveryCodes,
      passwordLinks,
      setPassword: wiring.make(SetPassword, { database, clock, passwordLinks, hashPassword }),
      mailOtps,
      singleSignOn:
        oidc && wiring.make(SingleSignOn, { oidc, database, clock, secretBox, signIn, publicUrl, believesLoopback }),
    },
    sweeps: [
      { name: 'rotate-keys', everyMs: MINUTE_MS, isOwn: true, run: () => keyRing.rotateIfDue() },
      { name: 'forget-used-ids', everyMs: MINUTE_MS, run: () => forgetUsedIds(database, clock) },
      { name: 'forget-mail-otps', everyMs: HOUR_MS, run: () => mailOtps.forgetOld() },
      { name: 'forget-sign-in-failures', everyMs: HOUR_MS, run: () => forgetOldFailures(database, clock.now()) },
      { name: 'delete-old-sessions', everyMs: HOUR_MS, run: () => sessions.deleteOld() },
    ],
  }
}
