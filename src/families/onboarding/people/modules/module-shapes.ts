// Modules on the wire. They come from the program, two levels deep, and are the same for everyone.

import { type Static, Type } from 'typebox'
import { ACTIONS, actionsOf, MODULES, type Module } from '../../../../administration/access/principal/modules.ts'
import { chosen } from '../../../../edge/http/operation.ts'

const fields = {
  moduleId: chosen(Type.String({ description: 'The module, as roles name it' })),
  moduleName: chosen(Type.String({ description: 'Its name' })),
  parentId: Type.Optional(chosen(Type.String({ description: 'The module it belongs to' }))),
  order: chosen(Type.Integer({ description: 'Its place among its siblings, from 1' })),
  isEnabled: chosen(Type.Boolean({ description: 'True: what is not there yet is not listed' })),
  actions: chosen(
    Type.Array(
      Type.Object({
        actionId: chosen(Type.String({ description: 'The action, as roles name it' })),
        actionName: chosen(Type.String({ description: 'Its name' })),
      }),
      { description: 'What a role can grant on it: the actions that some operation asks for' },
    ),
  ),
}

const subModule = Type.Object(
  { ...fields, subModules: chosen(Type.Array(Type.Unknown(), { maxItems: 0, description: 'None' })) },
  { component: 'SubModule' },
)

export const module = Type.Object({ ...fields, subModules: chosen(Type.Array(subModule)) }, { component: 'Module' })

/** A module with the modules that belong to it. */
export function moduleReply(shown: Module): Static<typeof module> {
  return {
    ...fieldsOf(shown),
    subModules: MODULES.filter(({ parentId }) => parentId === shown.moduleId).map((child) => ({
      ...fieldsOf(child),
      subModules: [],
    })),
  }
}

function fieldsOf({ moduleId, moduleName, parentId, order }: Module) {
  const actions = actionsOf(moduleId).map((actionId) => ({ actionId, actionName: ACTIONS[actionId] }))
  return { moduleId, moduleName, ...(parentId !== undefined && { parentId }), order, isEnabled: true, actions }
}
