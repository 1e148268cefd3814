// Application properties: settings per environment, application and institution.

import { PROPERTIES } from '../../../../administration/properties/property-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { getEffectiveProperties } from './get-effective-properties.ts'
import { getPropertyHistory } from './get-property-history.ts'
import { promoteProperties } from './promote-properties.ts'
import {
  NEW_PROPERTY,
  newProperty,
  PROPERTY,
  property,
  propertyChange,
  propertyFilter,
  propertyReply,
} from './property-shapes.ts'
import { rollbackProperty } from './rollback-property.ts'

const properties = resource({
  path: '/application-properties',
  tag: 'Application properties',
  module: 'APP_PROPERTIES',
  noun: 'property',
  shape: property,
  example: PROPERTY,
  reply: propertyReply,
  sorts: Object.keys(PROPERTIES.sorts),
  records: (services) => services.applicationProperties,

  create: {
    id: 'CreateApplicationProperty',
    summary: 'Make an application property',
    description:
      'Environment, application, institution and key are unique together: 409. Without `institutionId` it holds for all ' +
      'institutions, and only users of the platform may make it: 403. The platform itself uses `log.level`, ' +
      '`export.keep-days`, `events.keep-days` and `webhooks.allowed-networks` of its own environment, of the application `tillgate` or of all, and settings of digital banking, of ' +
      '`digital` or of all. A value that it cannot use: 400.',
    body: newProperty,
    example: { name: 'property', summary: 'A property of all applications', value: NEW_PROPERTY },
    run: (ask) => ask.services.applicationProperties.create(ask, ask.body),
  },
  browse: {
    id: 'BrowseApplicationProperties',
    summary: 'List application properties',
    description: 'Newest first, unless `sort` says otherwise. Users of an institution see its own and those of all.',
  },
  list: {
    id: 'ListApplicationProperties',
    summary: 'Find application properties',
    description: 'Newest first, unless `sort` says otherwise. Absent fields of the filter are ignored.',
    filter: propertyFilter,
    example: {
      summary: 'Properties of two environments',
      value: { environment: ['uat', 'prod'], application: '*', search: 'export' },
    },
  },
  get: {
    id: 'GetApplicationProperty',
    summary: 'Read an application property',
    description: 'The value of a secret property is masked.',
  },
  change: {
    id: 'UpdateApplicationProperty',
    summary: 'Change an application property',
    description:
      'Absent fields stay. A property can become secret, with its whole history, and then stays so; its masked value sent ' +
      'back changes nothing. Every gateway uses the new value within two seconds.',
    body: propertyChange,
    example: { name: 'value', summary: 'Another value', value: { version: 1, value: '30' } },
    run: (ask, id) => ask.services.applicationProperties.update(ask, id, ask.body),
  },
  delete: {
    id: 'DeleteApplicationProperty',
    summary: 'Delete an application property',
    description: 'Its history goes too; the audit log keeps what was done.',
    run: (ask, id) => ask.services.applicationProperties.delete(ask, id),
  },
})

export const PROPERTY_OPERATIONS: readonly OnboardingOperation[] = [
  ...properties.slice(0, 3),
  getEffectiveProperties,
  promoteProperties,
  ...properties.slice(3),
  getPropertyHistory,
  rollbackProperty,
]
