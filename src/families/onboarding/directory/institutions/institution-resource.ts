// Financial institutions.

import { INSTITUTION_SORTS } from '../../../../administration/institutions/financial-institutions/institution-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { getInstitutionHistory } from './get-institution-history.ts'
import { getInstitutionReadiness } from './get-institution-readiness.ts'
import {
  INSTITUTION,
  institution,
  institutionChange,
  institutionFilter,
  NEW_INSTITUTION,
  newInstitution,
} from './institution-shapes.ts'
import { MOVE_OPERATIONS } from './move-institution.ts'

const institutions = resource({
  path: '/financial-institutions',
  tag: 'Financial institutions',
  module: 'INSTITUTIONS',
  noun: 'institution',
  shape: institution,
  example: INSTITUTION,
  sorts: INSTITUTION_SORTS,
  records: (services) => services.institutions,

  create: {
    id: 'CreateInstitution',
    makesInstitution: true,
    summary: 'Draft an institution',
    description:
      'For users of the platform. What is left out, or null, takes its default: all services, cutover at midnight, no limits, ' +
      'two hold days, a reversal window of 24 hours. A taken institutionId or BIN: 409.',
    body: newInstitution,
    example: { name: 'institution', summary: 'A bank', value: NEW_INSTITUTION },
    replyExample: { summary: 'The draft' },
    run: (ask) => ask.services.institutions.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseInstitutions',
    summary: 'List institutions',
    description: 'Newest first. Users of an institution see their own.',
  },
  list: {
    id: 'ListInstitutions',
    summary: 'Find institutions',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: institutionFilter,
    example: { summary: 'Drafts and submitted ones', value: { status: ['DRAFT', 'SUBMITTED'] } },
  },
  get: {
    id: 'GetInstitution',
    summary: 'Read an institution',
    description: 'With its state and its business date at this moment.',
  },
  change: {
    id: 'UpdateInstitution',
    summary: 'Change an institution',
    description:
      'What is left out stays as it is, null sets a field back to its default, lists are replaced, and `address`, `limits` and ' +
      '`reversal` are merged. Not in SUBMITTED, APPROVED and TERMINATED: 409. `baseCurrency` only in DRAFT and REJECTED: 409. ' +
      'A `timezone` or `cutoverTime` that sets the business date of an institution back that has been activated: 409. An ' +
      'ACTIVE one keeps a BIN and a technical contact: 409. Every gateway obeys within two seconds.',
    body: institutionChange,
    example: {
      name: 'limits',
      summary: 'Another limit, and none for fees',
      value: { version: 1, limits: { perDay: 2000, maxAccessFee: null } },
    },
    replyExample: { change: { limits: { perTransaction: 500, perDay: 2000, countPerDay: 10 } } },
    run: (ask, id) => ask.services.institutions.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteInstitution',
    summary: 'Remove an institution',
    description:
      'Only in DRAFT and REJECTED, and while nothing belongs to it: no users, terminals, accounts …; otherwise 409.',
    run: (ask, id) => ask.services.institutions.delete(ask, id),
  },
})

export const INSTITUTION_OPERATIONS: readonly OnboardingOperation[] = [
  ...institutions,
  ...MOVE_OPERATIONS,
  getInstitutionReadiness,
  getInstitutionHistory,
]
