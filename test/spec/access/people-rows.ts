// Rows of the matrix of access for people: changes that wait, sessions, users and roles.

import assert from 'node:assert/strict'
import { mailedTo } from '../../support/onboarding/onboarding.ts'
import { type AccessMatrix, PASSWORD, type Row, type Target } from './matrix-callers.ts'

export function peopleRows(matrix: AccessMatrix): Record<string, Row> {
  const { limitedMail, api, tokens, made, userToken, limitTo, fresh, newUser, fixed, running } = matrix
  const ROLE_MAKER = [{ moduleId: 'ROLES', actionId: ['CREATE', 'VIEW'] }]
  /** A role of FI001, which only a user of FI001 can create. */
  const newScopedRole = async () => {
    const mailID = `${fresh()}@matrix.example`
    const token = await userToken(mailID, await made('POST /roles', { roleName: fresh(), modules: ROLE_MAKER }), {
      institutionId: 'FI001',
    })
    const { status, body, text } = await api.call('POST /roles', { token, body: { roleName: fresh(), modules: [] } })
    assert.equal(status, 201, text)
    return body.data as { id: string; version: number }
  }
  const onUser = (route: (id: string) => string, body?: (id: string) => unknown): Row => ({
    outside: 404,
    async target() {
      const { id } = await newUser()
      return { route: route(id), body: body?.(id) }
    },
  })
  const onRole = (target: (role: { id: string; version: number }) => Target): Row => ({
    outside: 404,
    target: async () => target(await newScopedRole()),
  })
  /** A change of the limited user that waits: the list takes every change of users of FI001. */
  const keepList = async () => {
    const list = {
      environment: 'sandbox',
      application: '*',
      institutionId: 'FI002',
      key: 'four-eyes',
      valueType: 'JSON',
    }
    const kept = await api.call('POST /application-properties', {
      token: tokens.admin,
      body: { ...list, value: '["USERS:UPDATE:lastName", "INSTITUTIONS:UPDATE:name"]' },
    })
    assert.ok([201, 409].includes(kept.status), kept.text)
  }
  const newChangeRequest = async (by: string): Promise<string> => {
    await keepList()
    await limitTo([{ moduleId: 'USERS', actionId: ['UPDATE', 'VIEW'] }])
    const { id } = await newUser({ institutionId: 'FI002' })
    const { status, body, text } = await api.call('PATCH /users', { token: by, body: { id, lastName: fresh() } })
    assert.equal(status, 202, text)
    return body.data.changeRequestId as string
  }
  /** A change of the limited user that waits, who may carry it out in an emergency. */
  const newBillerRequest = async (): Promise<string> => {
    await keepList()
    await limitTo([{ moduleId: 'INSTITUTIONS', actionId: ['UPDATE', 'VIEW', 'EMERGENCY'] }])
    const biller = { institutionId: 'FI002', billerId: fresh(), bin: '510399', name: 'Biller' }
    const id = await made('POST /billers', biller)
    const change = { version: 1, name: fresh() }
    const { status, body, text } = await api.call(`PATCH /billers/${id}`, { token: tokens.limited, body: change })
    assert.equal(status, 202, text)
    return body.data.changeRequestId as string
  }
  /** A change that somebody else has carried out in an emergency. */
  const newEmergency = async (): Promise<string> => {
    await limitTo([{ moduleId: 'INSTITUTIONS', actionId: ['UPDATE', 'VIEW'] }])
    const { rows } = await matrix.database.query<{ id: string }>(
      `INSERT INTO change_requests (change_request_id, module, action, operation, resource, changes, requested_by_id, requested_by,
                                    state, told_state, told_review, expires_at, emergency_reason, emergency_at, review_due_at,
                                    created_at, updated_at, created_by, updated_by)
       VALUES (gen_random_uuid(), 'INSTITUTIONS', 'UPDATE', 'UpdateBiller', 'biller', '[]', gen_random_uuid(), 'duty@bank.example',
               'CARRIED_OUT', 'CARRIED_OUT', 'CARRIED_OUT', now(), 'Bills are paid to the wrong biller', now(), now() + interval '1 day',
               now(), now(), 'duty@bank.example', 'duty@bank.example')
       RETURNING change_request_id AS id`,
    )
    return rows[0]?.id ?? ''
  }
  const onChangeRequest = (route: (id: string) => string, by: () => string): Row => ({
    target: async () => ({ route: route(await newChangeRequest(by())) }),
  })

  /** A view of the limited user. */
  const onSavedView = (target: (id: string) => Target): Row => ({
    outside: 404,
    async target() {
      const body = { list: '/users', name: fresh(), filters: [] }
      const { status, body: answer, text } = await api.call('POST /saved-views', { token: tokens.limited, body })
      assert.equal(status, 201, text)
      return target(answer.data.id)
    },
  })

  return {
    BrowseChangeRequests: fixed('GET /change-requests'),
    ListChangeRequests: fixed('POST /change-requests/list', {}),
    GetChangeRequest: onChangeRequest(
      (id) => `GET /change-requests/${id}`,
      () => tokens.limited,
    ),
    ApproveChangeRequest: onChangeRequest(
      (id) => `POST /change-requests/${id}/approve`,
      // The administrator has created the limited user, who therefore may not approve for the administrator.
      () => tokens.second,
    ),
    RejectChangeRequest: onChangeRequest(
      (id) => `POST /change-requests/${id}/reject`,
      () => tokens.admin,
    ),
    WithdrawChangeRequest: onChangeRequest(
      (id) => `POST /change-requests/${id}/withdraw`,
      () => tokens.limited,
    ),
    BreakGlass: {
      async target() {
        const id = await newBillerRequest()
        return {
          route: `POST /change-requests/${id}/break-glass`,
          body: { reason: 'Bills are paid to the wrong biller' },
        }
      },
    },
    ReviewChangeRequest: {
      async target() {
        const id = await newEmergency()
        return { route: `POST /change-requests/${id}/review`, body: { verdict: 'CONFIRMED', comment: 'Seen' } }
      },
    },
    Logout: {
      async target() {
        return { route: 'POST /logout' }
      },
    },
    GetCurrentUser: fixed('GET /me'),
    GetUserInfo: fixed('GET /userinfo'),
    ListMySessions: fixed('GET /me/sessions'),
    EndMySession: {
      async target() {
        await api.tokenOf(limitedMail, PASSWORD)
        const { body } = await api.call('GET /me/sessions', { token: tokens.limited })
        const other = body.data.content.find((session: { current: boolean }) => !session.current)
        return { route: `DELETE /me/sessions/${other.id}` }
      },
    },
    CreateRecoveryCodes: fixed('POST /me/recovery-codes'),
    CountRecoveryCodes: fixed('GET /me/recovery-codes'),
    ValidateOtp: {
      async target() {
        await api.call('POST /generateOtp', { body: { mailID: limitedMail } })
        const [mail] = await mailedTo(running.current.managementUrl, limitedMail, 2)
        return {
          route: 'POST /validateOtp',
          body: { mailID: limitedMail, otp: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] },
        }
      },
    },

    CreateUser: {
      outside: 404,
      async target() {
        const person = { firstName: 'A', lastName: 'B', roleId: matrix.bareRoleId, institutionId: 'FI001' }
        return { route: 'POST /users', body: { ...person, mailID: `${fresh()}@matrix.example` } }
      },
    },
    UpdateUser: onUser(
      () => 'PATCH /users',
      (id) => ({ id, firstName: 'Changed' }),
    ),
    ListUsers: fixed('POST /users/list', {}),
    BrowseUsers: fixed('GET /users'),
    GetUser: onUser((id) => `GET /users/${id}`),
    SetUserActivation: onUser((id) => `PATCH /users/${id}/activation?isActive=false`),
    InviteUser: onUser((id) => `POST /users/${id}/invite`),
    UnlockUser: onUser((id) => `POST /users/${id}/unlock`),
    ResetUserMfa: onUser((id) => `POST /users/${id}/reset-mfa`),

    CreateRole: {
      async target() {
        return { route: 'POST /roles', body: { roleName: fresh(), modules: [] } }
      },
    },
    BrowseRoles: fixed('GET /roles'),
    ListRoles: fixed('POST /roles/list', {}),
    GetRole: onRole(({ id }) => ({ route: `GET /roles/${id}` })),
    UpdateRole: onRole(({ id, version }) => ({ route: `PATCH /roles/${id}`, body: { version, description: 'Other' } })),
    DeleteRole: onRole(({ id }) => ({ route: `DELETE /roles/${id}` })),
    SetRoleActivation: onRole(({ id }) => ({ route: `PATCH /roles/${id}/activation?isEnabled=false` })),

    BrowseNotifications: fixed('GET /notifications'),
    CountNotifications: fixed('GET /notifications/unread'),
    ReadNotifications: fixed('POST /notifications/read', {}),

    CreateSavedView: {
      async target() {
        return { route: 'POST /saved-views', body: { list: '/users', name: fresh(), filters: [] } }
      },
    },
    BrowseSavedViews: fixed('GET /saved-views'),
    ListSavedViews: fixed('POST /saved-views/list', {}),
    GetSavedView: onSavedView((id) => ({ route: `GET /saved-views/${id}` })),
    UpdateSavedView: onSavedView((id) => ({ route: `PATCH /saved-views/${id}`, body: { version: 1, name: fresh() } })),
    DeleteSavedView: onSavedView((id) => ({ route: `DELETE /saved-views/${id}` })),

    GetModules: fixed('GET /modules'),
    GetModule: fixed('GET /modules/USERS'),
  }
}
