// Stops: orders that an operator has stopped. Making and lengthening one are no sections of the resource: they never wait.

import { STOPS } from '../../../../administration/institutions/stops/stop-records.ts'
import { type OnboardingOperation, resource } from '../../onboarding-operation.ts'
import { changeStop } from './change-stop.ts'
import { createStop } from './create-stop.ts'
import { liftStop } from './lift-stop.ts'
import { previewStop } from './preview-stop.ts'
import { STOP, stop, stopFilter } from './stop-shapes.ts'

const stops = resource({
  path: '/stops',
  tag: 'Stops',
  module: 'INSTITUTIONS',
  noun: 'stop',
  shape: stop,
  example: STOP,
  sorts: Object.keys(STOPS.sorts),
  records: (services) => services.stops,

  browse: {
    id: 'BrowseStops',
    summary: 'List stops',
    description: 'Newest first, also those that have ended. Users of an institution see those that name it.',
  },
  list: {
    id: 'ListStops',
    summary: 'Find stops',
    description: 'Newest first. What is left out of the filter makes no difference.',
    filter: stopFilter,
    example: { summary: 'Active ones', value: { state: ['ACTIVE'] } },
  },
  get: { id: 'GetStop', summary: 'Read a stop', description: 'As it is now.' },
})

export const STOP_OPERATIONS: readonly OnboardingOperation[] = [createStop, previewStop, ...stops, changeStop, liftStop]
