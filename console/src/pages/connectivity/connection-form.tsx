// The form of a connection to a core, new or changed.

import { ask } from '../../api/ask.ts'
import { admin } from '../../api/gateway.ts'
import { formPages } from '../../kit/form/resource-form.tsx'
import { settings } from '../../settings.ts'
import { CORE_TYPE_HINTS, type Connection } from './connection.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { type ConnectionValues, newValues, settingsOf, valuesOf } from './connection-values.ts'

export const { NewPage, EditPage } = formPages<ConnectionValues, Connection>({
  list: ['Core connectivity', '/connectivity'],
  cacheKey: 'connectivity',
  newPage: {
    title: 'New core connectivity',
    description: 'It is saved as a draft. Then it is tested, and activated once a test has passed.',
    submit: 'Save draft',
  },
  newValues: ({ institutionId = null }) => newValues(institutionId, settings.environment),
  valuesOf,
  load: (id) => ask(admin.getCoreConnectivity({ id })),
  create: (values) => {
    const { institutionId, environment } = values
    const { coreType = values.coreType, name = '', ...rest } = settingsOf(values)
    return ask(
      admin.createCoreConnectivity({ institutionId: institutionId ?? '', environment, ...rest, coreType, name }),
    )
  },
  change: ({ id, version }, values) => ask(admin.updateCoreConnectivity({ id }, { version, ...settingsOf(values) })),
  nameOf: ({ name }) => name,
  statusOf: ({ status }) => status,
  savedText: ({ name, status }, isNew) => {
    if (isNew) return 'The connection is saved as a draft. Test it next.'
    return status === 'DRAFT' ? `${name} is saved as a draft. Test it next.` : `${name} is saved.`
  },
  whyFixed: ({ coreType }) => (coreType === 'SANDBOX' ? CORE_TYPE_HINTS.SANDBOX : undefined),
  Fields: ConnectionFields,
})
