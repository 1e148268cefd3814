// The applications of a partner, a page at a time.

import { Type } from 'typebox'
import { id, oneOf, searchText } from '../../../edge/http/body/fields.ts'
import { pageBody, pageExample, pageOf, pageShape, paging } from '../../../edge/http/body/paging.ts'
import { chosen } from '../../../edge/http/operation.ts'
import { DAY_MS, isCalendarDate } from '../../../platform/kernel/time/clock.ts'
import { lendingOperation, reply } from '../lending-operation.ts'
import { originationCaller } from '../requests/origination-caller.ts'

import { APPLICATION, APPLICATION_STATUSES, application, wireApplication } from './application-shapes.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/

/** A day (UTC) or an instant. */
function dayOrInstant(description: string) {
  const schema = Type.String({
    description,
    maxLength: 35,
    expected: 'must be a real date, YYYY-MM-DD, or an instant in ISO 8601 with its zone',
  })
  return chosen(Type.Refine(schema, isDayOrInstant))
}

function isDayOrInstant(text: string): boolean {
  if (!isCalendarDate(text.slice(0, 10).replaceAll('-', ''))) return false
  return /^\d{4}-\d{2}-\d{2}$/.test(text) || (INSTANT.test(text) && Number.isFinite(Date.parse(text)))
}

/** The end of a day that is named as the last, or the millisecond after an instant. */
function endOf(text: string): number {
  return Date.parse(text) + (text.length === 10 ? DAY_MS : 1)
}

const query = Type.Object({
  status: Type.Optional(oneOf('The status now; EXPIRED is by the clock', [...APPLICATION_STATUSES])),
  productCode: Type.Optional(id('The product')),
  applicantName: Type.Optional(
    searchText("Each word begins a word of the applicant's name; case and accents make no difference"),
  ),
  from: Type.Optional(dayOrInstant('Made on this day (UTC) or later, or from this instant on')),
  to: Type.Optional(dayOrInstant('Made on this day (UTC) or earlier, or up to this instant')),
  ...paging,
})

export const listApplications = lendingOperation({
  id: 'ListApplications',
  route: 'GET /applications',
  basis: 'chosen',
  access: { module: 'LOAN_ORIGINATION', action: 'VIEW' },
  errors: [],
  tag: 'Applications',
  summary: 'List applications',
  description: 'Newest first. What is left out makes no difference.',
  query,
  reply: pageShape(application),
  replyExamples: [{ name: 'page', summary: 'One application', value: pageExample(APPLICATION) }],
  async handle(ask) {
    const { status, productCode, applicantName, from, to } = ask.query
    const filter = {
      status,
      productCode,
      applicantName,
      fromMs: from === undefined ? undefined : Date.parse(from),
      beforeMs: to === undefined ? undefined : endOf(to),
    }
    const page = pageOf(ask.query)
    const { items, total } = await ask.services.applications.list(originationCaller(ask), filter, page)
    return reply(ask, pageBody(page, { items: items.map(wireApplication), total }))
  },
})
