// A saved view is made, read, changed and removed.

import { nothing } from '../../../../edge/resource/administration-operation.ts'
import { created, envelope } from '../../../../edge/resource/envelope.ts'
import { idOf } from '../../../../edge/resource/path-id.ts'
import { onboardingOperation } from '../../onboarding-operation.ts'
import { NEW_SAVED_VIEW, newSavedView, SAVED_VIEW, savedView, savedViewChange, TAG } from './saved-view-shapes.ts'

const common = { access: 'signed-in', basis: 'chosen', tag: TAG } as const
const WHO = 'By its owner, or, when it is shared, by a user of the scope whose role grants'

export const createSavedView = onboardingOperation({
  ...common,
  id: 'CreateSavedView',
  route: 'POST /saved-views',
  status: 201,
  summary: 'Save a view of a list',
  description:
    'Filters and a sort under a name, yours alone or shared. At most 100 of a user, and 100 shared ones of a list in one scope ' +
    '(409). A value that is a card number: 400.',
  body: newSavedView,
  reply: savedView,
  requestExamples: [{ name: 'shared', summary: 'For the whole team', value: NEW_SAVED_VIEW }],
  replyExamples: [{ name: 'saved', summary: 'The saved view', value: SAVED_VIEW }],
  handle: async (ask) => created(ask, await ask.services.savedViews.create(ask, ask.body)),
})

export const getSavedView = onboardingOperation({
  ...common,
  id: 'GetSavedView',
  route: 'GET /saved-views/:id',
  summary: 'Read a saved view',
  description: "Another's that is not shared, or one of another scope: 404.",
  reply: savedView,
  replyExamples: [{ name: 'saved', summary: 'The saved view', value: SAVED_VIEW }],
  handle: async (ask) => envelope(ask, await ask.services.savedViews.find(ask, idOf(ask))),
})

export const updateSavedView = onboardingOperation({
  ...common,
  id: 'UpdateSavedView',
  route: 'PATCH /saved-views/:id',
  summary: 'Change a saved view',
  description: `${WHO} UPDATE on USERS: others 403. What is left out stays as it is; filters are replaced as a whole.`,
  body: savedViewChange,
  reply: savedView,
  requestExamples: [{ name: 'private', summary: 'No longer shared', value: { version: 1, isShared: false } }],
  replyExamples: [{ name: 'changed', summary: 'As it is now', value: { ...SAVED_VIEW, version: 2, isShared: false } }],
  handle: async (ask) => envelope(ask, await ask.services.savedViews.update(ask, idOf(ask), ask.body)),
})

export const deleteSavedView = onboardingOperation({
  ...common,
  id: 'DeleteSavedView',
  route: 'DELETE /saved-views/:id',
  summary: 'Remove a saved view',
  description: `${WHO} DELETE on USERS: others 403.`,
  reply: nothing,
  replyExamples: [{ name: 'removed', summary: 'It is gone', value: null }],
  async handle(ask) {
    await ask.services.savedViews.delete(ask, idOf(ask))
    return envelope(ask, null)
  },
})
