// Changes a user: names, address, role, whether a second factor is asked for. It is no section of the resource, because
// the contract has the id in the body.

import { may } from '../../../../edge/resource/access.ts'
import { envelope } from '../../../../edge/resource/envelope.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { USER, user, userChange, userReply } from './user-shapes.ts'

export const updateUser = onboardingOperation({
  id: 'UpdateUser',
  route: 'PATCH /users',
  access: may('USERS', 'UPDATE'),
  changesAccess: true,
  basis: 'given',
  tag: 'Users',
  summary: 'Change a user',
  description:
    'What is left out stays; with nothing to change the user comes back as it is. With `version`, the change is refused (409) when another change came first. ' +
    'Users cannot change their own role, give a role that grants what they lack, or change a user who may do more than ' +
    'they may: 403. The last administrator keeps the role: 409. A new `mailID` is `pendingMailID` until its link is confirmed, for 72 hours; the old ' +
    'address is told at once. Sent again, the link is renewed. A user who has never signed in is invited there instead.',
  body: userChange,
  reply: user,
  requestExamples: [
    { name: 'name', summary: 'Another last name', value: { id: USER.id, lastName: 'King', version: 1 } },
  ],
  replyExamples: [{ name: 'user', summary: 'The user', value: { ...USER, lastName: 'King', version: 2 } }],
  async handle(ask) {
    const { id, firstName, lastName, mailID: email, mfaEnable, roleId, version } = ask.body
    const change = { firstName, lastName, email, mfaEnable, roleId, version }
    const record = await ask.services.users.update(ask, id, change)
    ask.services.mailSender.wake()
    return envelope(ask, userReply(record))
  },
})
