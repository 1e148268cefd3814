// The saved views that the caller sees: own ones, and those that others of the same scope share.

import { SAVED_VIEWS, type SavedViewFilter } from '../../../../administration/access/saved-views/saved-view-records.ts'
import { pageExample, pageReply } from '../../../../edge/resource/page-reply.ts'
import { pageQuery, pageShape } from '../../../../edge/resource/record-shapes.ts'
import type { PageRequest } from '../../../../platform/storage/statements/list-query.ts'
import { type OnboardingAsk, onboardingOperation } from '../../onboarding-operation.ts'
import { SAVED_VIEW, savedView, savedViewFilter, TAG } from './saved-view-shapes.ts'

const WHOSE =
  'Own ones and shared ones of exactly your scope: users of the platform do not see those of an institution, and the ' +
  'other way round, because filters name records. By name, unless `sort` says otherwise.'

const listed = {
  access: 'signed-in',
  basis: 'chosen',
  tag: TAG,
  query: pageQuery(Object.keys(SAVED_VIEWS.sorts)),
  reply: pageShape(savedView),
  replyExamples: [{ name: 'page', summary: 'One saved view', value: pageExample(SAVED_VIEW) }],
} as const

export const browseSavedViews = onboardingOperation({
  ...listed,
  id: 'BrowseSavedViews',
  route: 'GET /saved-views',
  summary: 'List saved views',
  description: WHOSE,
  handle: (ask) => pageReply(ask, viewsOf(ask), {}),
})

export const listSavedViews = onboardingOperation({
  ...listed,
  id: 'ListSavedViews',
  route: 'POST /saved-views/list',
  summary: 'Find saved views',
  description: `${WHOSE} What is left out of the filter makes no difference.`,
  body: savedViewFilter,
  optionalBody: true,
  requestExamples: [{ name: 'filter', summary: 'Of one list', value: { list: '/transactions/exceptions' } }],
  handle: (ask) => pageReply(ask, viewsOf(ask), ask.body ?? {}),
})

function viewsOf(ask: OnboardingAsk) {
  return {
    list: (_: unknown, filter: SavedViewFilter, page: PageRequest) => ask.services.savedViews.list(ask, filter, page),
  }
}
